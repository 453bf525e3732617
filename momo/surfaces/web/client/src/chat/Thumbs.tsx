import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconThumbDown,
  IconThumbDownFilled,
  IconThumbUp,
  IconThumbUpFilled,
} from "@tabler/icons-react";
import type { Exchange, Fault } from "./types";
import { useJudging } from "./useJudging";

const FAULTS: [Fault, string][] = [
  ["wrong", "It is wrong"],
  ["outdated", "It holds no more"],
  ["incomplete", "Something is missing"],
  ["off_topic", "It is about something else"],
  ["bad_source", "The source does not say that"],
];

/** Whether an answer was any good. The team's figures count it, without who and what. */
export function Thumbs({ exchange }: { exchange: Exchange }) {
  const { judge, busy } = useJudging(exchange);
  const isUp = exchange.thumb === "up";
  const isDown = exchange.thumb === "down";
  return (
    <>
      <Tooltip label={isUp ? "Take back" : "Good answer"}>
        <ActionIcon
          variant="subtle"
          color={isUp ? "pine" : "gray"}
          aria-label="Good answer"
          aria-pressed={isUp}
          disabled={busy}
          onClick={() => judge(isUp ? null : { thumb: "up", fault: "" })}
        >
          {isUp ? <IconThumbUpFilled size={17} /> : <IconThumbUp size={17} />}
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color={isDown ? "red" : "gray"}
            aria-label={isDown ? "Bad answer, given. Change it" : "Bad answer"}
            disabled={busy}
          >
            {isDown ? <IconThumbDownFilled size={17} /> : <IconThumbDown size={17} />}
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>What is wrong with it?</Menu.Label>
          {FAULTS.map(([fault, label]) => (
            <Menu.Item
              key={fault}
              fw={exchange.fault === fault ? 650 : undefined}
              onClick={() => judge({ thumb: "down", fault })}
            >
              {label}
            </Menu.Item>
          ))}
          {isDown && <Menu.Item onClick={() => judge(null)}>Take back</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
