import { Text, type TextProps, Tooltip } from "@mantine/core";
import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime";

dayjs.extend(relativeTime);

const RELATIVE_DAYS = 30; // beyond, a date says more than "two months ago"

/** A moment as people say it; the exact one is in the tooltip and for machines. */
export function When({ at, ...props }: { at: string } & TextProps) {
  const moment = dayjs(at);
  if (!moment.isValid()) return null;
  return (
    <Tooltip label={moment.format("dddd, D MMMM YYYY, HH:mm")} openDelay={300}>
      <Text span className="tabular" {...props}>
        <time dateTime={at}>{saidOf(moment)}</time>
      </Text>
    </Tooltip>
  );
}

/** A day without a time, as a due date. */
export function Day({ on, ...props }: { on: string } & TextProps) {
  return (
    <Text span className="tabular" {...props}>
      <time dateTime={on}>{dayjs(on).format("D MMM YYYY")}</time>
    </Text>
  );
}

function saidOf(moment: dayjs.Dayjs): string {
  const days = Math.abs(dayjs().diff(moment, "day"));
  return days < RELATIVE_DAYS ? moment.fromNow() : moment.format("D MMM YYYY");
}
