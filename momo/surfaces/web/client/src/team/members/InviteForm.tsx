import { Button, Group, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, type Schemas } from "../../api/client";
import { useMe } from "../../api/session";
import { StackedForm } from "../../pieces/StackedForm";
import { useSubmit } from "../../pieces/useSubmit";
import type { Handed } from "./InvitationsSection";
import { rolesToGive } from "./roles";

export function InviteForm({ onInvited }: { onInvited: (handed: Handed) => Promise<void> }) {
  const me = useMe();
  const form = useForm<Schemas["InvitationBodyRequest"]>({
    mode: "uncontrolled",
    initialValues: { email: "", role: "member" },
  });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    const { data } = await api.POST("/api/v1/invitations", { body });
    form.reset();
    if (data) await onInvited({ email: body.email, made: data });
  });
  return (
    <StackedForm onSubmit={submit} problem={problem} gap="sm">
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          flex="1 1 220px"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <Select
          label="Role"
          w={120}
          data={rolesToGive(me.team?.role)}
          allowDeselect={false}
          key={form.key("role")}
          {...form.getInputProps("role")}
        />
        <Button type="submit" loading={isBusy}>
          Invite
        </Button>
      </Group>
    </StackedForm>
  );
}
