import { Checkbox, Group, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import dayjs from "dayjs";
import { api, type Schemas } from "../../api/client";
import { useIsAdmin } from "../../api/session";
import { FormButtons } from "../../pieces/FormButtons";
import { StackedForm } from "../../pieces/StackedForm";
import { useFirstField } from "../../pieces/useOpenForm";
import { useSubmit } from "../../pieces/useSubmit";
import { useAgents } from "./reading";

type KeyScope = Schemas["KeyBodyRequest"]["scopes"][number];

const SCOPES: { value: KeyScope; label: string }[] = [
  { value: "read", label: "Read: search, ask, list" },
  { value: "write", label: "Write: add and correct memories" },
  { value: "admin", label: "Admin: members, sources, settings" },
];
const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "", label: "No end" },
];
const ONESELF = "me";

export function NewKeyForm({
  onMade,
  onCancel,
}: {
  onMade: (key: Schemas["NewKey"]) => Promise<void>;
  onCancel: () => void;
}) {
  const isAdmin = useIsAdmin();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", scopes: ["read"] as KeyScope[], agent: ONESELF, days: "90" },
    validate: { scopes: (scopes) => (scopes.length ? null : "Choose what the key may do.") },
  });
  useFirstField(form, "name");
  const { submit, problem, isBusy } = useSubmit(form, async ({ name, scopes, agent, days }) => {
    const body: Schemas["KeyBodyRequest"] = {
      name,
      scopes,
      agent: agent === ONESELF ? undefined : agent,
      expires_at: days ? dayjs().add(Number(days), "day").toISOString() : null,
    };
    const { data } = await api.POST("/api/v1/keys", { body });
    if (data) await onMade(data);
  });
  return (
    <StackedForm onSubmit={submit} problem={problem}>
      <TextInput
        label="What it is for"
        maxLength={120}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <Checkbox.Group label="It may" key={form.key("scopes")} {...form.getInputProps("scopes")}>
        <Stack gap="xs" mt={4}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope.value} {...scope} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group align="flex-end">
        {isAdmin && <ActsAs {...form.getInputProps("agent")} key={form.key("agent")} />}
        <Select
          label="Ends after"
          w={130}
          data={LIFETIMES}
          allowDeselect={false}
          key={form.key("days")}
          {...form.getInputProps("days")}
        />
      </Group>
      <FormButtons loading={isBusy} onCancel={onCancel}>
        Make the key
      </FormButtons>
    </StackedForm>
  );
}

function ActsAs(props: object) {
  const agents = useAgents().data?.items ?? [];
  const data = [
    { value: ONESELF, label: "You" },
    ...agents.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return <Select label="Acts as" w={200} data={data} allowDeselect={false} {...props} />;
}
