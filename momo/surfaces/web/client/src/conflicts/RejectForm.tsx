import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Schemas } from "../api/client";
import { FormButtons } from "../pieces/FormButtons";
import { useFirstField } from "../pieces/useOpenForm";

/** Why it is no decision, or was never made. The reason may be left out. */
export function RejectForm({
  busy,
  onSay,
  onCancel,
}: {
  busy: boolean;
  onSay: (word: Schemas["RatifyBodyRequest"]) => void;
  onCancel: () => void;
}) {
  const form = useForm({ mode: "uncontrolled", initialValues: { reason: "" } });
  useFirstField(form, "reason");
  const submit = form.onSubmit(({ reason }) => onSay({ verdict: "reject", reason }));
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label="Why is it wrong?"
          description="The decision is reversed, for everybody. You can undo it."
          key={form.key("reason")}
          {...form.getInputProps("reason")}
        />
        <FormButtons gap="xs" color="red" loading={busy} onCancel={onCancel}>
          Reject
        </FormButtons>
      </Stack>
    </form>
  );
}
