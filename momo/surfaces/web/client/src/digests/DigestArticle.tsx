import { Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../api/client";
import { InertText } from "../pieces/InertText";
import { EmptyState } from "../pieces/EmptyState";
import classes from "./DigestArticle.module.css";
import { DigestEntry } from "./DigestEntry";
import { span } from "./periods";

/** A digest as a page to read, from its parts: no markup of a mail is ever shown. */
export function DigestArticle({
  digest,
  stale,
}: {
  digest: Schemas["DigestDetail"];
  stale: boolean;
}) {
  return (
    <article className={classes.article} aria-busy={stale} data-stale={stale || undefined}>
      <Title order={2} size="h3">
        {span(digest.first_day, digest.last_day)}
      </Title>
      <Text size="sm" c="dimmed" mb="xl">
        <InertText>{digest.team}</InertText>
        {digest.reader && (
          <>
            , for <InertText>{digest.reader}</InertText>
          </>
        )}
        , days in {digest.time_zone}
      </Text>
      {digest.sections.length === 0 && (
        <EmptyState title="A quiet period">Nothing was decided, and nothing is due.</EmptyState>
      )}
      <Stack gap="xl">
        {digest.sections.map((section) => (
          <section key={section.part} aria-label={section.title}>
            <Title order={3} size="h5" mb="sm">
              {section.title}
            </Title>
            <Stack gap="md">
              {section.entries.map((entry) => (
                <DigestEntry
                  key={`${entry.about.id} ${entry.now?.id ?? ""}`}
                  entry={entry}
                  part={section.part}
                />
              ))}
              {section.total > section.entries.length && (
                <Text size="sm" c="dimmed">
                  And {section.total - section.entries.length} more.
                </Text>
              )}
            </Stack>
          </section>
        ))}
      </Stack>
    </article>
  );
}
