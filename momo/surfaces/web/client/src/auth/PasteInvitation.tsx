import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "react-router";
import { tokenOf } from "./invitation";

/** For whoever has the link of an invitation from a colleague instead of a mail. */
export function PasteInvitation() {
  const navigate = useNavigate();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { link: "" },
    validate: { link: (link) => (link.trim() ? null : "Paste the link of your invitation.") },
  });
  return (
    <form onSubmit={form.onSubmit(({ link }) => navigate(`/join#${tokenOf(link)}`))} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          flex={1}
          label="Link of an invitation"
          autoComplete="off"
          key={form.key("link")}
          {...form.getInputProps("link")}
        />
        <Button type="submit" variant="default">
          Open
        </Button>
      </Group>
    </form>
  );
}
