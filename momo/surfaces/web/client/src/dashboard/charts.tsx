import "@mantine/charts/styles.css";
import { BarChart, LineChart } from "@mantine/charts";
import { CHANGES, type Dashboard, rowsOf, seriesOf, weekName } from "./series";

const HEIGHT = 240; // pixels; what waits for the chart is as high

/** Decisions a week, a bar's parts being their types. */
export function DecisionBars({ board }: { board: Dashboard }) {
  const series = seriesOf(board.totals.by_type);
  return (
    <BarChart
      h={HEIGHT}
      type="stacked"
      data={rowsOf(board.weeks, series)}
      dataKey="week"
      series={series}
      yAxisProps={{ allowDecimals: false, width: 32 }}
      barProps={{ isAnimationActive: false }}
    />
  );
}

/** What was replaced and reversed, week by week: lines told apart by their dashes too. */
export function ChangeLines({ board }: { board: Dashboard }) {
  return (
    <LineChart
      h={HEIGHT}
      data={board.weeks.map((week) => ({
        week: weekName(week.start),
        replaced: week.superseded,
        reversed: week.reversed,
      }))}
      dataKey="week"
      series={CHANGES}
      curveType="linear"
      yAxisProps={{ allowDecimals: false, width: 32 }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
