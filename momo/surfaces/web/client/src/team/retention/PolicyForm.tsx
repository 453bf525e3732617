import { Alert, Button, Group, NumberInput, Radio, Select, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api, type Schemas } from "../../api/client";
import { useIsAdmin } from "../../api/session";
import { StackedForm } from "../../pieces/StackedForm";
import { useAct } from "../../pieces/useAct";
import { useFirstField } from "../../pieces/useOpenForm";
import { useSubmit } from "../../pieces/useSubmit";
import { SourceSelect } from "./SourceSelect";
import { ACTIONS, wouldGo } from "./wording";

type Body = Schemas["RetentionBodyRequest"];

/** A new policy: first what it would take, as it is carried out within minutes; then it is set. */
export function PolicyForm({
  onMade,
  onCancel,
}: {
  onMade: () => Promise<void>;
  onCancel: () => void;
}) {
  const isAdmin = useIsAdmin();
  const [preview, setPreview] = useState<Schemas["RetentionPreview"] | null>(null);
  const setting = useAct();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: {
      days: 365,
      action: "erase" as Body["action"],
      source: "",
      whose: isAdmin ? "team" : "own",
    },
    onValuesChange: () => setPreview(null),
  });
  useFirstField(form, "days");
  const looking = useSubmit(form, async (values) => {
    const { data } = await api.POST("/api/v1/retention/preview", { body: bodyOf(values) });
    setPreview(data ?? null);
  });
  const set = () =>
    setting.act("set", async () => {
      await api.POST("/api/v1/retention", { body: bodyOf(form.getValues()) });
      await onMade();
    });
  return (
    <StackedForm onSubmit={looking.submit} problem={looking.problem ?? setting.problem}>
      {isAdmin && (
        <Select
          label="Of what"
          data={[
            { value: "team", label: "What the team shares, and its private channels" },
            { value: "own", label: "What is yours alone" },
          ]}
          allowDeselect={false}
          key={form.key("whose")}
          {...form.getInputProps("whose")}
        />
      )}
      <Radio.Group label="What goes" key={form.key("action")} {...form.getInputProps("action")}>
        <Stack gap="xs" mt={4}>
          {ACTIONS.map(({ value, label, means }) => (
            <Radio key={value} value={value} label={label} description={means} />
          ))}
        </Stack>
      </Radio.Group>
      <Group align="flex-end">
        <NumberInput
          label="After days"
          min={1}
          max={36_500}
          allowDecimal={false}
          w={130}
          key={form.key("days")}
          {...form.getInputProps("days")}
        />
        <SourceSelect key={form.key("source")} {...form.getInputProps("source")} />
      </Group>
      {preview && (
        <Alert color={preview.items ? "orange" : "gray"} variant="light" role="status">
          <Text fz="sm">{wouldGo(preview)} What is erased does not come back.</Text>
        </Alert>
      )}
      <Group>
        {preview ? (
          <Button onClick={set} loading={setting.busyWith !== null} color="red">
            Set the policy
          </Button>
        ) : (
          <Button type="submit" loading={looking.isBusy}>
            See what would go
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </StackedForm>
  );
}

function bodyOf({ whose, ...rest }: Omit<Body, "private"> & { whose: string }): Body {
  return { ...rest, private: whose === "own" };
}
