import { Button, Group, Stack, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas } from "../api/client";
import { ApiProblem } from "../api/problem";
import { ifMatch } from "../api/versioned";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { BudgetRow } from "./BudgetRow";
import { BUDGETS_KEY } from "./Budgets";
import { type BudgetValues, type Row, rowsOf, wanted } from "./budgetRows";

const NEW: Row = { stage: "all", period: "month", tokens: "", cost: "" };
const CHANGED_MEANWHILE = 412;

/** All budgets at once, as the API replaces all of them. */
export function BudgetsForm({ budgets, etag }: { budgets: Schemas["BudgetsItem"]; etag: string }) {
  const form = useForm<BudgetValues>({
    initialValues: { rows: rowsOf(budgets.budgets), batch: budgets.batch_backfills },
  });
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: BUDGETS_KEY });
  const save = useMutation({
    mutationFn: (values: BudgetValues) =>
      api.PUT("/api/v1/usage/budgets", {
        params: { header: ifMatch(etag) },
        body: { budgets: values.rows.map(wanted), batch_backfills: values.batch },
      }),
    onSuccess: () => {
      notifications.show({ message: "The budgets are saved." });
      return reread();
    },
    onError: (error) => {
      if (error instanceof ApiProblem) form.setErrors(onRows(error.fields));
    },
  });
  const isStale = save.error instanceof ApiProblem && save.error.status === CHANGED_MEANWHILE;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        {form.values.rows.map((_, place) => (
          <BudgetRow
            key={place}
            form={form}
            place={place}
            currency={budgets.currency}
            onRemove={() => form.removeListItem("rows", place)}
          />
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => form.insertListItem("rows", NEW)}
          >
            Add a budget
          </Button>
        </Group>
        <Switch
          label="Read what is imported in batches, later and for less"
          {...form.getInputProps("batch", { type: "checkbox" })}
        />
        {!Object.keys(form.errors).length && (
          <ProblemAlert error={save.error} retry={isStale ? reread : undefined} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save budgets
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The API's `budgets.0.tokens` is this form's `rows.0.tokens`. */
function onRows(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name.replace(/^budgets\.(\d+)$/, "rows.$1.tokens").replace(/^budgets\./, "rows."),
      message,
    ]),
  );
}
