import "@mantine/dates/styles.css";
import { DatePicker } from "@mantine/dates";
import dayjs from "dayjs";

const DAY = "YYYY-MM-DD";

interface Props {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Picks a day up to today; what is chosen is its last moment. */
export default function AsOfCalendar({ value, onChange }: Props) {
  return (
    <DatePicker
      value={value ? dayjs(value).format(DAY) : null}
      maxDate={dayjs().format(DAY)}
      onChange={(day) => onChange(day ? dayjs(day).endOf("day").toISOString() : null)}
    />
  );
}
