import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { $api } from "../../api/client";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rows } from "../../pieces/Row";
import { useOpenForm } from "../../pieces/useOpenForm";
import { Section } from "../../pieces/Section";
import { HoldForm } from "./HoldForm";
import { HoldRow } from "./HoldRow";

/** What nobody erases until it is released, not by a policy and not by hand. */
export function HoldsSection() {
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/legal-holds", {
    params: { query: { limit: 100 } },
  });
  const form = useOpenForm();
  async function placed() {
    form.close();
    await refetch();
  }
  return (
    <Section
      title="Legal holds"
      description="What a hold covers is not erased by anybody, private things too, until the hold is released."
      action={<Button {...form.button}>Place a hold</Button>}
    >
      <Stack>
        {form.isOpen && <HoldForm onPlaced={placed} onCancel={form.close} />}
        <ProblemAlert error={error} retry={refetch} />
        {!data && !error && <Skeleton height={48} />}
        {data && data.items.length === 0 && !form.isOpen && <Text fz="sm">There is none yet.</Text>}
        {data && data.items.length > 0 && (
          <Rows label="Legal holds">
            {data.items.map((hold) => (
              <HoldRow key={hold.id} hold={hold} onReleased={refetch} />
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  );
}
