import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { useReducedMotion } from "@mantine/hooks";
import dayjs from "dayjs";
import type { DayOfUse } from "./days";
import { counted, money, short } from "./numbers";

/** Use by day. The tables beside it hold the same for whoever does not see it. */
export default function UsageChart({
  days,
  unit,
  currency,
  height,
}: {
  days: DayOfUse[];
  unit: "tokens" | "cost";
  currency: string;
  height: number;
}) {
  const still = useReducedMotion();
  const told = (value: number) => (unit === "cost" ? money(value, currency) : counted(value));
  const most = days.reduce((best, each) => (each[unit] > best[unit] ? each : best));
  return (
    <div
      role="img"
      aria-label={`By day; most on ${dayjs(most.day).format("D MMMM")}: ${told(most[unit])}`}
    >
      <BarChart
        h={height}
        data={days.map((each) => ({ ...each, label: dayjs(each.day).format("D MMM") }))}
        dataKey="label"
        series={[{ name: unit, color: "pine.6", label: unit === "cost" ? "Cost" : "Tokens" }]}
        valueFormatter={told}
        yAxisProps={{ width: 56, tickFormatter: short }}
        barProps={{ isAnimationActive: !still, maxBarSize: 32 }}
        gridAxis="x"
        tickLine="none"
      />
    </div>
  );
}
