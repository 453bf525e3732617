import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { $api, api } from "../api/client";
import { useMe } from "../api/session";
import { FormButtons } from "../pieces/FormButtons";
import { Section } from "../pieces/Section";
import { StackedForm } from "../pieces/StackedForm";
import { useSubmit } from "../pieces/useSubmit";

export function ProfileSection() {
  const me = useMe();
  const client = useQueryClient();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: me.name } });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    const { data } = await api.PATCH("/api/v1/auth/me", { body });
    client.setQueryData($api.queryOptions("get", "/api/v1/auth/me").queryKey, data);
    notifications.show({ message: "Your name is changed." });
  });
  return (
    <Section title="Profile">
      <StackedForm onSubmit={submit} problem={problem}>
        <TextInput
          label="Name"
          description="What your teams see."
          autoComplete="name"
          maxLength={120}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <TextInput
          label="Email"
          description="Invitations and private channels know you by it. It cannot be changed."
          value={me.email ?? ""}
          readOnly
          variant="filled"
        />
        <FormButtons loading={isBusy}>Save</FormButtons>
      </StackedForm>
    </Section>
  );
}
