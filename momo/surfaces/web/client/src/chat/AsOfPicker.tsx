import { Button, CloseButton, Group, Popover, Skeleton } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import dayjs from "dayjs";
import { lazy, Suspense, useState } from "react";

const AsOfCalendar = lazy(() => import("./AsOfCalendar"));

interface Props {
  /** A moment, as the API takes it. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Asks as if it were the end of another day. */
export function AsOfPicker({ value, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  const day = value ? dayjs(value).format("D MMM YYYY") : null;
  return (
    <Group gap={0} wrap="nowrap">
      <Popover opened={opened} onChange={setOpened} position="top-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            size="compact-sm"
            fw={500}
            variant={day ? "light" : "subtle"}
            color={day ? "pine" : "gray"}
            leftSection={<IconCalendarTime size={15} />}
            onClick={() => setOpened(!opened)}
            aria-haspopup="dialog"
          >
            {day ? `As of ${day}` : "As of today"}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Ask as of a date">
          <Suspense fallback={<Skeleton width={252} height={288} />}>
            <AsOfCalendar
              value={value}
              onChange={(chosen) => {
                onChange(chosen);
                setOpened(false);
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {day && <CloseButton size="sm" aria-label="Ask as of today" onClick={() => onChange(null)} />}
    </Group>
  );
}
