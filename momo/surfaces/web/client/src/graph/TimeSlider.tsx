import { ActionIcon, Group, Slider, Text } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import dayjs from "dayjs";
import { useEffect, useEffectEvent, useState } from "react";
import { DAY } from "./time";

const STEPS = 80; // from the first day to the last while it plays
const STEP_MS = 120;

/** As of when the graph is shown; the end of the line is now. */
export function TimeSlider({
  span: [first, last],
  at,
  onChange,
}: {
  span: [number, number];
  at: number | null;
  onChange: (at: number | null) => void;
}) {
  const calm = useReducedMotion();
  const shown = at ?? last;
  const move = (to: number) => onChange(to >= last ? null : to);
  const { isPlaying, toggle, stop } = usePlaying(first, last, at, move);
  const said = at === null ? "now" : dayjs(at).format("D MMM YYYY");
  return (
    <Group gap="sm" wrap="nowrap" role="group" aria-label="Time">
      {!calm && (
        <ActionIcon
          variant="default"
          size="lg"
          onClick={toggle}
          aria-label={isPlaying ? "Stop" : "Play how it came about"}
        >
          {isPlaying ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        </ActionIcon>
      )}
      <Slider
        flex={1}
        min={first}
        max={last}
        step={DAY}
        value={shown}
        onChange={(to) => {
          stop();
          move(to);
        }}
        label={null}
        thumbLabel="As of"
        thumbValueText={said}
      />
      <Text size="sm" w={110} ta="right" className="tabular">
        {at === null ? "As of now" : said}
      </Text>
    </Group>
  );
}

/** Going through the time by itself, from the first day on where it stood at the end. */
function usePlaying(first: number, last: number, at: number | null, move: (to: number) => void) {
  const [isPlaying, setPlaying] = useState(false);
  const step = Math.max(DAY, Math.round((last - first) / STEPS / DAY) * DAY);
  const goOn = useEffectEvent(() => {
    const next = (at ?? last) + step;
    if (next >= last) setPlaying(false);
    move(next);
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = window.setInterval(goOn, STEP_MS);
    return () => window.clearInterval(timer);
  }, [isPlaying]);
  const toggle = () => {
    if (!isPlaying && at === null) move(first);
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle, stop: () => setPlaying(false) };
}
