import { Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { $api, api, type Schemas } from "../../api/client";
import { useIsAdmin } from "../../api/session";
import { ifMatch, type Versioned, versioned } from "../../api/versioned";
import { FormButtons } from "../../pieces/FormButtons";
import { Section } from "../../pieces/Section";
import { StackedForm } from "../../pieces/StackedForm";
import { useSubmit } from "../../pieces/useSubmit";
import { theTeam } from "./reading";

const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** What the team is called, and when its days begin. */
export function NameSection({ team: read }: { team: Versioned<Schemas["TeamDetail"]> }) {
  const team = read.value;
  const isAdmin = useIsAdmin();
  const client = useQueryClient();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: team.name, timezone: team.timezone },
  });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    const params = { path: { team_id: team.id }, header: ifMatch(read.etag) };
    const answer = await api.PATCH("/api/v1/teams/{team_id}", { params, body });
    client.setQueryData(theTeam(team.id).queryKey, versioned(answer));
    const me = $api.queryOptions("get", "/api/v1/auth/me");
    await client.invalidateQueries({ queryKey: me.queryKey });
    notifications.show({ message: "Saved." });
  });
  return (
    <Section title="Name and time zone">
      <StackedForm onSubmit={submit} problem={problem}>
        <TextInput
          label="Name"
          maxLength={120}
          readOnly={!isAdmin}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Select
          label="Time zone"
          description="Days of digests and due dates begin and end by it."
          data={ZONES}
          searchable
          allowDeselect={false}
          readOnly={!isAdmin}
          limit={100}
          key={form.key("timezone")}
          {...form.getInputProps("timezone")}
        />
        <Text fz="sm" c="dimmed">
          The short name is {team.slug}. Programs know the team by it, so it stays.
        </Text>
        {isAdmin && <FormButtons loading={isBusy}>Save</FormButtons>}
      </StackedForm>
    </Section>
  );
}
