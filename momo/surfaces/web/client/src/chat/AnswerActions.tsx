import { ActionIcon, CopyButton, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy, IconRefresh } from "@tabler/icons-react";
import { withSources } from "./copying";
import { Thumbs } from "./Thumbs";
import type { Exchange } from "./types";

interface Props {
  exchange: Exchange;
  busy: boolean;
  onRetry: () => void;
}

/** What one can do with an answer. */
export function AnswerActions({ exchange, busy, onRetry }: Props) {
  const { withheld, text, citations, question, state } = exchange;
  return (
    <Group gap={2} mt="xs" ml={-6}>
      {!withheld && text && <CopyAnswer text={withSources(text, citations)} />}
      {question && state !== "asking" && (
        <Tooltip label="Ask again">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Ask again"
            disabled={busy}
            onClick={onRetry}
          >
            <IconRefresh size={17} />
          </ActionIcon>
        </Tooltip>
      )}
      {!withheld && state === "done" && <Thumbs exchange={exchange} />}
    </Group>
  );
}

function CopyAnswer({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy with its sources"}>
          <ActionIcon
            variant="subtle"
            color={copied ? "pine" : "gray"}
            aria-label={copied ? "Copied" : "Copy the answer with its sources"}
            onClick={copy}
          >
            {copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
