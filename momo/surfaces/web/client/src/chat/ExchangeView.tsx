import { Badge, Group, Loader, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { InertText } from "../pieces/InertText";
import { Day } from "../pieces/When";
import { AnswerText } from "./AnswerText";
import classes from "./chat.module.css";
import { NothingKnown } from "./NothingKnown";
import { SourceList } from "./SourceList";
import type { Citation, SharedExchange } from "./types";

interface Props {
  exchange: SharedExchange;
  current: string | null;
  onCite: (cited: Citation) => void;
  /** What one can do with the answer. */
  children?: ReactNode;
}

/** A question and its answer, as they are kept. */
export function ExchangeView({ exchange, current, onCite, children }: Props) {
  const { text, citations, searched, withheld, state } = exchange;
  return (
    <article className={classes.exchange} aria-label={exchange.question || "A question"}>
      <QuestionText question={exchange.question} asOf={exchange.as_of} />
      {withheld && <Text c="dimmed">{WITHHELD[withheld]}</Text>}
      {text && <AnswerText text={text} citations={citations} onCite={onCite} />}
      {searched && <NothingKnown searched={searched} />}
      {!withheld && <StateNote state={state} />}
      <SourceList citations={citations} current={current} onCite={onCite} />
      {children}
    </article>
  );
}

export function QuestionText({ question, asOf }: { question: string; asOf: string | null }) {
  if (!question) return null;
  return (
    <Group gap="xs" align="baseline" mb={4}>
      <h2 className={classes.question}>
        <InertText>{question}</InertText>
      </h2>
      {asOf && (
        <Badge color="gray">
          As of <Day on={asOf} size="xs" />
        </Badge>
      )}
    </Group>
  );
}

const WITHHELD = {
  erased: "This answer rested on something that was erased. Its words are gone with it.",
  unseen: "You cannot see what this answer rests on.",
} as const;

function StateNote({ state }: { state: SharedExchange["state"] }) {
  if (state === "asking") {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text c="dimmed">Being answered…</Text>
      </Group>
    );
  }
  const said = {
    stopped: "Stopped here.",
    failed: "This was not answered. Ask it again.",
  } as const;
  return state === "done" ? null : (
    <Text c="dimmed" size="sm" mt={4}>
      {said[state]}
    </Text>
  );
}
