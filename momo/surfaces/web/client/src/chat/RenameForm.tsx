import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { $api } from "../api/client";
import { useReread } from "../api/useReread";
import { dialogs } from "../pieces/dialogs";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useFirstField } from "../pieces/useOpenForm";
import type { Conversation } from "./types";

const LONGEST = 200;

/** Gives a conversation a name; without one it goes by its first question. */
export default function RenameForm({ conversation }: { conversation: Conversation }) {
  const reread = useReread("/api/v1/conversations");
  const form = useForm({ initialValues: { title: conversation.title } });
  useFirstField(form, "title"); // it comes after the dialog, which has given the focus away by then
  const { mutate, isPending, error } = $api.useMutation(
    "patch",
    "/api/v1/conversations/{conversation_id}",
    {
      onSuccess: async () => {
        dialogs.closeAll();
        await reread();
      },
    },
  );
  const params = { path: { conversation_id: conversation.id } };
  return (
    <form
      onSubmit={form.onSubmit(({ title }) => mutate({ params, body: { title: title.trim() } }))}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Empty: its first question."
          maxLength={LONGEST}
          {...form.getInputProps("title")}
        />
        <ProblemAlert error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
