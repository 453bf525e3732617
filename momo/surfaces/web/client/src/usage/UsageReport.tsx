import { SegmentedControl, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { $api } from "../api/client";
import { EmptyState } from "../pieces/EmptyState";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { daysAgo, everyDay } from "./days";
import { counted, money, summed, tokensOf } from "./numbers";
import { stageLabel } from "./stages";
import { Total } from "./Total";
import { UsedTable } from "./UsedTable";

const UsageChart = lazy(() => import("./UsageChart"));
const CHART_HEIGHT = 240; // pixels, kept free while the chart comes

/** Totals, a chart by day, and tables by stage and by model. */
export function UsageReport({ days }: { days: number }) {
  const since = daysAgo(days - 1);
  const { data, error, isPending, refetch } = $api.useQuery(
    "get",
    "/api/v1/usage",
    { params: { query: { since } } },
    { placeholderData: keepPreviousData },
  );
  const [unit, setUnit] = useState<"tokens" | "cost">("tokens");
  if (isPending) return <PageSkeleton rows={5} />;
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  const all = summed(data.by_model);
  if (!all.calls) {
    return (
      <EmptyState title="Nothing was used">
        Momo works offline here, or no model was asked in this time. Offline work costs nothing and
        is not counted.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Total label="Cost" value={money(all.cost, data.currency)} />
        <Total label="Tokens" value={counted(tokensOf(all))} />
        <Total label="Calls" value={counted(all.calls)} />
        <Total
          label="Tokens without a price"
          value={counted(all.unpriced_tokens)}
          hint={all.unpriced_tokens ? "Their models have no price: the cost leaves them out." : ""}
        />
      </SimpleGrid>
      <section aria-label="By day">
        <SegmentedControl
          aria-label="Shown by day"
          size="xs"
          mb="sm"
          data={[
            { value: "tokens", label: "Tokens" },
            { value: "cost", label: `Cost in ${data.currency}` },
          ]}
          value={unit}
          onChange={(value) => setUnit(value === "cost" ? "cost" : "tokens")}
        />
        <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
          <UsageChart
            days={everyDay(data.since, data.until, data.by_day)}
            unit={unit}
            currency={data.currency}
            height={CHART_HEIGHT}
          />
        </Suspense>
      </section>
      <UsedTable by="Stage" rows={data.by_stage} currency={data.currency} nameOf={stageLabel} />
      <UsedTable
        by="Model"
        rows={data.by_model}
        currency={data.currency}
        nameOf={(model) => model}
      />
    </Stack>
  );
}
