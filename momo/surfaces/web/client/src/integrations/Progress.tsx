import { Text } from "@mantine/core";
import { useEffect } from "react";
import type { Schemas } from "../api/client";
import { ProgressBars } from "../imports/ProgressBars";
import { Refusals } from "../imports/Refusals";
import { useWatched } from "../imports/useWatched";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useRereadSources } from "./data";

/** How far the bringing in is, live. */
export function Progress({ sourceId, name }: { sourceId: string; name: string }) {
  const path = `/api/v1/integrations/${sourceId}/events`;
  const { told, isDone, problem } = useWatched<Schemas["ProgressItem"]>(path);
  const reread = useRereadSources();
  useEffect(() => {
    if (isDone) void reread();
  }, [isDone, reread]);
  return (
    <Section title="Progress" description={said(told, name)}>
      <ProblemAlert error={problem} />
      {told ? (
        <>
          <ProgressBars run={told.run} pipeline={told.pipeline} />
          {told.run && (
            <Refusals
              runId={told.run.id}
              refused={told.run.refused ?? 0}
              skipped={told.run.skipped ?? 0}
            />
          )}
        </>
      ) : (
        !problem && <Text size="sm">Looking…</Text>
      )}
    </Section>
  );
}

function said(told: Schemas["ProgressItem"] | null, name: string): string {
  if (!told) return "";
  if (told.waits) return told.next_step;
  if (told.finished) return `All of ${name} is brought in and worked through.`;
  return "You can leave this page: it goes on.";
}
