import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { $api } from "../../api/client";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Rows } from "../../pieces/Row";
import { useOpenForm } from "../../pieces/useOpenForm";
import { Section } from "../../pieces/Section";
import { PolicyForm } from "./PolicyForm";
import { PolicyRow } from "./PolicyRow";

/** How long things are kept. Without a policy: for as long as the team wants. */
export function PoliciesSection() {
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/retention", {
    params: { query: { limit: 100 } },
  });
  const form = useOpenForm();
  async function made() {
    form.close();
    await refetch();
  }
  return (
    <Section
      title="How long things are kept"
      description="Without a policy nothing goes by itself. With one, all that is older goes once a day, for good."
      action={<Button {...form.button}>New policy</Button>}
    >
      <Stack>
        {form.isOpen && <PolicyForm onMade={made} onCancel={form.close} />}
        <ProblemAlert error={error} retry={refetch} />
        {!data && !error && <Skeleton height={48} />}
        {data && data.items.length === 0 && !form.isOpen && <Text fz="sm">There is none yet.</Text>}
        {data && data.items.length > 0 && (
          <Rows label="Retention policies">
            {data.items.map((policy) => (
              <PolicyRow key={policy.id} policy={policy} onDropped={refetch} />
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  );
}
