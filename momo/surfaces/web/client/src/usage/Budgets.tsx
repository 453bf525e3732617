import { Paper, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api/client";
import { versioned } from "../api/versioned";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { When } from "../pieces/When";
import { BudgetsForm } from "./BudgetsForm";
import { counted, money } from "./numbers";
import { stageLabel } from "./stages";

export const BUDGETS_KEY = ["get", "/api/v1/usage/budgets", "versioned"];

/** What models may use, and how much of it is left. */
export function Budgets() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: BUDGETS_KEY,
    queryFn: async () => versioned(await api.GET("/api/v1/usage/budgets")),
  });
  return (
    <Section
      title="Budgets"
      description="What is over a budget waits, and goes on once it renews or is raised. Nothing is lost. Answers fall back on the words that were found."
    >
      {isPending && <Skeleton height={160} />}
      <ProblemAlert error={error} retry={() => refetch()} />
      {data && (
        <Stack gap="lg">
          {data.value.budgets.map((budget) => (
            <Standing
              key={`${budget.stage} ${budget.period}`}
              budget={budget}
              currency={data.value.currency}
            />
          ))}
          <BudgetsForm key={data.etag} budgets={data.value} etag={data.etag} />
        </Stack>
      )}
    </Section>
  );
}

function Standing({ budget, currency }: { budget: Schemas["BudgetItem"]; currency: string }) {
  const shares = [
    budget.tokens === null ? 0 : share(budget.used_tokens, budget.tokens),
    budget.cost === null ? 0 : share(Number(budget.used_cost), Number(budget.cost)),
  ];
  const used = Math.min(100, Math.max(...shares));
  const name = `${stageLabel(budget.stage)}, each ${budget.period}`;
  return (
    <Paper withBorder p="md">
      <Text fw={600}>{name}</Text>
      <Progress my={8} value={used} color={budget.spent ? "red" : "pine"} aria-label={name} />
      <Text size="sm" c="dimmed" className="tabular">
        {budget.tokens !== null &&
          `${counted(budget.used_tokens)} of ${counted(budget.tokens)} tokens. `}
        {budget.cost !== null &&
          `${money(budget.used_cost, currency)} of ${money(budget.cost, currency)}. `}
        {budget.spent ? "Used up; renews " : "Renews "}
        <When at={budget.renews_at} inherit />.
      </Text>
    </Paper>
  );
}

/** In percent; of nothing, all of it. */
function share(used: number, most: number): number {
  return most ? (100 * used) / most : 100;
}
