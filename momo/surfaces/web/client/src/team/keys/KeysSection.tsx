import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Schemas } from "../../api/client";
import { useIsAdmin } from "../../api/session";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rows } from "../../pieces/Row";
import { useOpenForm } from "../../pieces/useOpenForm";
import { Section } from "../../pieces/Section";
import { ShownOnce } from "../../pieces/ShownOnce";
import { KeyRow } from "./KeyRow";
import { NewKeyForm } from "./NewKeyForm";
import { useKeys } from "./reading";

/** Keys in force: one's own, and the team's for those who manage it. */
export function KeysSection() {
  const { data, error, refetch } = useKeys();
  const isAdmin = useIsAdmin();
  const [made, setMade] = useState<Schemas["NewKey"] | null>(null);
  const form = useOpenForm();
  async function show(key: Schemas["NewKey"] | null) {
    setMade(key);
    if (form.isOpen) form.close();
    await refetch();
  }
  const inForce = data?.items.filter((key) => !key.revoked_at) ?? [];
  return (
    <Section
      title="API keys"
      description={
        isAdmin
          ? "A key acts as you, or as an agent, in this team alone."
          : "A key acts as you, in this team alone."
      }
      action={<Button {...form.button}>New key</Button>}
    >
      <Stack>
        {form.isOpen && <NewKeyForm onMade={show} onCancel={form.close} />}
        {made && <ShownOnce label={`The key ${made.name}`} secret={made.key} />}
        <ProblemAlert error={error} retry={refetch} />
        {!data && !error && <Skeleton height={60} />}
        {data && inForce.length === 0 && !form.isOpen && <Text fz="sm">There is none yet.</Text>}
        {inForce.length > 0 && (
          <Rows label="API keys">
            {inForce.map((key) => (
              <KeyRow key={key.id} apiKey={key} onChanged={show} />
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  );
}
