import { Group, Loader, Text } from "@mantine/core";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { AnswerText } from "./AnswerText";
import classes from "./chat.module.css";
import { QuestionText } from "./ExchangeView";
import type { Live } from "./live";
import { ReadOut } from "./ReadOut";
import { SourceList } from "./SourceList";
import type { Citation } from "./types";

interface Props {
  live: Live;
  current: string | null;
  onCite: (cited: Citation) => void;
  onRetry: () => void;
}

/** A question that is being answered. */
export function LiveExchange({ live, current, onCite, onRetry }: Props) {
  const { text, citations, done, error } = live;
  return (
    <article className={classes.exchange} aria-label={live.question} aria-busy={!done && !error}>
      <QuestionText question={live.question} asOf={live.asOf} />
      {text && <AnswerText text={text} citations={citations} onCite={onCite} />}
      {!text && !error && (
        <Group gap="xs" mih={24}>
          <Loader size="xs" type="dots" />
          <Text c="dimmed" size="sm">
            Looking through what was decided…
          </Text>
        </Group>
      )}
      {done && <SourceList citations={done.citations} current={current} onCite={onCite} />}
      <ProblemAlert error={error} retry={onRetry} />
      <ReadOut text={text} finished={Boolean(done)} />
    </article>
  );
}
