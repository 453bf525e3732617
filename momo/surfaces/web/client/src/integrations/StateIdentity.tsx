import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, type Schemas } from "../api/client";
import { useMe } from "../api/session";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { sourceName } from "../pieces/SourceMark";
import { useSubmit } from "../pieces/useSubmit";
import { useOffers } from "./data";

/** An admin's word on who a member is at a service. */
export function StateIdentity({
  members,
  onStated,
}: {
  members: Schemas["Member"][];
  onStated: () => Promise<unknown>;
}) {
  const me = useMe().id;
  const { data } = useOffers();
  const sources = [...new Set((data?.items ?? []).map((offer) => offer.source))];
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { source: "", external_id: "", principal_id: "" },
  });
  const { submit, problem, isBusy } = useSubmit(form, async (values) => {
    await api.PUT("/api/v1/identities", { body: { name: "", ...values } });
    form.reset();
    await onStated();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <Select
            label="Service"
            flex="1 1 160px"
            required
            data={sources.map((source) => ({ value: source, label: sourceName(source) }))}
            key={form.key("source")}
            {...form.getInputProps("source")}
          />
          <TextInput
            label="Their id there"
            flex="1 1 180px"
            required
            maxLength={100}
            key={form.key("external_id")}
            {...form.getInputProps("external_id")}
          />
          <Select
            label="Member"
            flex="1 1 180px"
            required
            searchable
            data={members
              .filter((member) => member.id !== me)
              .map((member) => ({ value: member.id, label: member.name || member.email }))}
            key={form.key("principal_id")}
            {...form.getInputProps("principal_id")}
          />
          <Button type="submit" loading={isBusy}>
            Save
          </Button>
        </Group>
        <ProblemAlert error={problem} />
      </Stack>
    </form>
  );
}
