import { Group, TextInput } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { useForm } from "@mantine/form";
import dayjs from "dayjs";
import { api, type Schemas } from "../../api/client";
import { FormButtons } from "../../pieces/FormButtons";
import { StackedForm } from "../../pieces/StackedForm";
import { useFirstField } from "../../pieces/useOpenForm";
import { useSubmit } from "../../pieces/useSubmit";
import { SourceSelect } from "./SourceSelect";

const DATE = "D MMMM YYYY";

export function HoldForm({
  onPlaced,
  onCancel,
}: {
  onPlaced: () => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: {
      reason: "",
      person: "",
      source: "",
      since: null as string | null,
      until: null as string | null,
    },
  });
  useFirstField(form, "reason");
  const { submit, problem, isBusy } = useSubmit(form, async (values) => {
    const body: Schemas["HoldBodyRequest"] = {
      reason: values.reason,
      person: values.person || undefined,
      source: values.source || undefined,
      since: values.since ? dayjs(values.since).startOf("day").toISOString() : undefined,
      until: values.until ? dayjs(values.until).endOf("day").toISOString() : undefined,
    };
    await api.POST("/api/v1/legal-holds", { body });
    await onPlaced();
  });
  return (
    <StackedForm onSubmit={submit} problem={problem}>
      <TextInput
        label="Reason"
        description="Such as the number of the case."
        maxLength={2000}
        key={form.key("reason")}
        {...form.getInputProps("reason")}
      />
      <TextInput
        label="Written or received by"
        description="An address. Left out, it covers everybody."
        type="email"
        autoComplete="off"
        key={form.key("person")}
        {...form.getInputProps("person")}
      />
      <Group align="flex-end">
        <SourceSelect key={form.key("source")} {...form.getInputProps("source")} />
        <DateInput
          label="Since"
          valueFormat={DATE}
          clearable
          w={180}
          key={form.key("since")}
          {...form.getInputProps("since")}
        />
        <DateInput
          label="Until"
          valueFormat={DATE}
          clearable
          w={180}
          key={form.key("until")}
          {...form.getInputProps("until")}
        />
      </Group>
      <FormButtons loading={isBusy} onCancel={onCancel}>
        Place the hold
      </FormButtons>
    </StackedForm>
  );
}
