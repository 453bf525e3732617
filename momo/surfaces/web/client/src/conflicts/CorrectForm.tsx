import { Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import type { Schemas } from "../api/client";
import { ApiProblem } from "../api/problem";
import { FormButtons } from "../pieces/FormButtons";
import { useFirstField } from "../pieces/useOpenForm";
import type { Awaiting } from "./ratifying";

const STATUSES = [
  { value: "decided", label: "Decided" },
  { value: "pending", label: "Still open" },
];

/** The decision as it should have been understood. What was said stays as it is. */
export function CorrectForm({
  decision,
  busy,
  error,
  onSay,
  onCancel,
}: {
  decision: Awaiting;
  busy: boolean;
  error: unknown;
  onSay: (word: Schemas["RatifyBodyRequest"]) => void;
  onCancel: () => void;
}) {
  const form = useForm({
    initialValues: {
      title: decision.title,
      summary: decision.summary ?? "",
      rationale: decision.rationale ?? "",
      status: decision.status || "decided",
    },
    validate: { title: (value) => (value.trim() ? null : "A decision has a title.") },
  });
  useFirstField(form, "title");
  const { setErrors } = form;
  useEffect(() => {
    if (error instanceof ApiProblem) setErrors(withoutPrefix(error.fields));
  }, [error, setErrors]);
  const submit = form.onSubmit((values) =>
    onSay({
      verdict: "edit",
      reason: "",
      changes: { ...values, status: values.status as Schemas["StatusEnum"] },
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label="Title" required {...form.getInputProps("title")} />
        <Textarea
          label="What was decided"
          autosize
          minRows={2}
          {...form.getInputProps("summary")}
        />
        <Textarea label="Why" autosize minRows={2} {...form.getInputProps("rationale")} />
        <Select
          label="State"
          data={STATUSES}
          allowDeselect={false}
          maw={220}
          {...form.getInputProps("status")}
        />
        <FormButtons gap="xs" loading={busy} disabled={!form.isDirty()} onCancel={onCancel}>
          Save the correction
        </FormButtons>
      </Stack>
    </form>
  );
}

function withoutPrefix(fields: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(fields).map(([name, message]) => [
    name.replace(/^changes\./, ""),
    message,
  ]);
  return Object.fromEntries(named);
}
