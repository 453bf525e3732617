import { Anchor, CloseButton, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { $api, type Schemas } from "../api/client";
import { HoldsBadge, holdsOf } from "../pieces/HoldsBadge";
import { InertText } from "../pieces/InertText";
import { memoryAddress } from "../pieces/memoryAddress";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { SourceLink } from "../pieces/SourceLink";
import { SourceMark } from "../pieces/SourceMark";
import { QuoteInText, SourceQuote } from "../pieces/SourceQuote";
import { When } from "../pieces/When";
import classes from "./chat.module.css";

type Memory = Schemas["MemoryDetail"];

/** A source beside the answer: what was said, by whom and where, and whether it still holds. */
export function SourcePanel({ memoryId, onClose }: { memoryId: string; onClose: () => void }) {
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/memories/{memory_id}", {
    params: { path: { memory_id: memoryId } },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack gap="md">
      <Group className={classes.panelHead} justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h5" tabIndex={-1} ref={heading} style={{ outline: "none" }}>
          {data ? <InertText>{data.title}</InertText> : "Source"}
        </Title>
        <CloseButton aria-label="Close the source" onClick={onClose} />
      </Group>
      <ProblemAlert error={error} retry={() => refetch()} />
      {data ? <Told memory={data} /> : !error && <Skeleton height={220} />}
    </Stack>
  );
}

function Told({ memory }: { memory: Memory }) {
  const [first] = memory.sources;
  const author = first?.author?.name || first?.author?.handle || first?.author?.email || "";
  return (
    <>
      <Group gap="xs">
        <HoldsBadge holds={holdsOf(memory)} />
        <When at={memory.source_date} size="sm" c="dimmed" />
        <SourceMark source={memory.source} place={first?.container ?? ""} />
      </Group>
      <Replacement memory={memory} />
      {author && (
        <Text size="sm">
          Said by <InertText>{author}</InertText>
        </Text>
      )}
      {memory.quote && !memory.sources.length && <SourceQuote quote={memory.quote} />}
      <Original memory={memory} />
      {!memory.quote && !memory.sources.length && <Text>{memory.summary || memory.title}</Text>}
      <Group gap="md">
        <Anchor component={Link} to={memoryAddress(memory.id, memory.kind)} size="sm">
          Open the {memory.kind.replace("_", " ")}
        </Anchor>
        <SourceLink url={memory.source_url} />
      </Group>
    </>
  );
}

/** All that was said, from where the quote stands on in view. */
function Original({ memory }: { memory: Memory }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector("mark")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} className={classes.original}>
      {memory.sources.map((source) => (
        <section key={source.id} aria-label="The original">
          <QuoteInText text={source.text || memory.quote} quote={memory.quote} />
        </section>
      ))}
    </div>
  );
}

function Replacement({ memory }: { memory: Memory }) {
  const newer = memory.lineage.decisions.find(({ id }) => id === memory.superseded_by);
  if (!newer) return null;
  return (
    <Text size="sm">
      Replaced by{" "}
      <Anchor component={Link} to={`/decisions/${newer.id}`} size="sm">
        <InertText>{newer.title}</InertText>
      </Anchor>
    </Text>
  );
}
