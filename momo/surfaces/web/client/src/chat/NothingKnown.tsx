import { Anchor, List, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { InertText } from "../pieces/InertText";
import { Day } from "../pieces/When";
import classes from "./chat.module.css";
import type { Searched } from "./types";

const LEGS = { meaning: "meaning", words: "words", people: "people", times: "dates" } as const;

/** Where nothing is known: what was looked through, and what may be done about it. */
export function NothingKnown({ searched }: { searched: Searched }) {
  return (
    <Stack gap="xs" className={classes.nothing}>
      <Text size="sm" component="p" m={0}>
        Looked through <strong className="tabular">{searched.memories.toLocaleString()}</strong>{" "}
        {searched.memories === 1 ? "memory" : "memories"} that you can see
        <Bounds searched={searched} />, by {searched.legs.map((leg) => LEGS[leg]).join(", ")}
        {searched.terms.length > 0 && (
          <>
            , for{" "}
            <bdi>
              <em>{searched.terms.join(" ")}</em>
            </bdi>
          </>
        )}
        .
      </Text>
      {searched.read.map((line) => (
        <Text key={line} size="sm" c="dimmed">
          <InertText>{line}</InertText>
        </Text>
      ))}
      <Nearest searched={searched} />
      <Text size="sm" component="p" m={0}>
        Try other words, or{" "}
        <Anchor component={Link} to="/integrations" size="sm">
          connect where this was discussed
        </Anchor>{" "}
        or{" "}
        <Anchor component={Link} to="/import" size="sm">
          import it
        </Anchor>
        . If it was decided in a talk,{" "}
        <Anchor component={Link} to="/decisions/new" size="sm">
          state the decision
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

function Bounds({ searched: { since, until, as_of } }: { searched: Searched }) {
  return (
    <>
      {since && (
        <>
          {" "}
          since <Day on={since} />
        </>
      )}
      {until && (
        <>
          {" "}
          until <Day on={until} />
        </>
      )}
      {as_of && (
        <>
          {" "}
          as of <Day on={as_of} />
        </>
      )}
    </>
  );
}

function Nearest({ searched: { nearest } }: { searched: Searched }) {
  if (!nearest.length) return null;
  return (
    <div>
      <Text size="sm">Came nearest, and is about something else:</Text>
      <List size="sm">
        {nearest.map((miss) => (
          <List.Item key={miss.id}>
            <Anchor component={Link} to={`/decisions/${miss.id}`} size="sm">
              <InertText>{miss.title}</InertText>
            </Anchor>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
