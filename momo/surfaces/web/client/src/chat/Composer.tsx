import { ActionIcon, Group, Textarea, Tooltip } from "@mantine/core";
import { IconArrowUp, IconPlayerStopFilled } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { AsOfPicker } from "./AsOfPicker";
import classes from "./chat.module.css";
import { FilterMenu } from "./FilterMenu";
import { type Filters, without } from "./filters";
import { hasMouse } from "./layout";
import type { Asked } from "./useAsking";

const LONGEST = 4_000; // characters that the API takes

interface Props {
  busy: boolean;
  followUp: boolean;
  onAsk: (asked: Asked) => void;
  onStop: () => void;
}

/** Where one asks. Enter asks, Shift and Enter begin a new line. */
export function Composer({ busy, followUp, onAsk, onStop }: Props) {
  const [question, setQuestion] = useState("");
  const [filters, setFilters] = useState<Filters>({});
  const said = question.trim();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasMouse()) field.current?.focus({ preventScroll: true });
  }, []);

  function ask() {
    if (!said || busy) return;
    onAsk({ question: said, filters });
    setQuestion("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  }

  return (
    <form
      className={classes.composer}
      aria-label="Ask a question"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div className={`${classes.column} ${classes.composerBox}`}>
        <Textarea
          ref={field}
          variant="unstyled"
          aria-label="Question"
          placeholder={followUp ? "Ask a follow-up" : "What did we decide about…"}
          autosize
          minRows={1}
          maxRows={8}
          px={6}
          maxLength={LONGEST}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Group justify="space-between" gap="xs">
          <Group gap={4}>
            <AsOfPicker
              value={filters.as_of ?? null}
              onChange={(as_of) =>
                setFilters(as_of ? { ...filters, as_of } : without(filters, "as_of"))
              }
            />
            <FilterMenu filters={filters} onChange={setFilters} />
          </Group>
          {busy ? (
            <Tooltip label="Stop">
              <ActionIcon
                size="lg"
                radius="xl"
                variant="default"
                aria-label="Stop answering"
                onClick={onStop}
              >
                <IconPlayerStopFilled size={16} />
              </ActionIcon>
            </Tooltip>
          ) : (
            <ActionIcon size="lg" radius="xl" type="submit" aria-label="Ask" disabled={!said}>
              <IconArrowUp size={19} />
            </ActionIcon>
          )}
        </Group>
      </div>
    </form>
  );
}
