import { Text } from "@mantine/core";
import type { Schemas } from "../api/client";
import { InertText } from "../pieces/InertText";
import { When } from "../pieces/When";
import { wordsOf } from "./actions";
import classes from "./AuditList.module.css";

/** One entry. `place` is its own among those `known` so far, for whoever hears the list. */
export function AuditRow({
  event,
  place,
  known,
}: {
  event: Schemas["AuditItem"];
  place: number;
  known: number;
}) {
  return (
    <article
      className={classes.entry}
      aria-posinset={place}
      aria-setsize={known}
      aria-label={`Entry ${event.number}: ${wordsOf(event.action)}`}
    >
      <Text size="sm" c="dimmed" className="tabular">
        {event.number}
      </Text>
      <When at={event.at} size="sm" />
      <Text size="sm">
        {event.actor ? <InertText>{event.actor}</InertText> : <Gone id={event.actor_id} />}
      </Text>
      <Text size="sm" fw={600}>
        {wordsOf(event.action)}
      </Text>
      <div className={classes.details}>
        {event.subject && <div>{event.subject}</div>}
        <InertText>{detailsOf(event.details)}</InertText>
      </div>
    </article>
  );
}

function Gone({ id }: { id: string }) {
  return (
    <Text span size="sm" c="dimmed" title={id}>
      No longer here
    </Text>
  );
}

/** Ids and settings by their names, in one line. */
function detailsOf(details: unknown): string {
  return Object.entries((details ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join(", ");
}

function shown(value: unknown): string {
  return typeof value === "string" ? value || "none" : JSON.stringify(value);
}
