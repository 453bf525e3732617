import { Badge, Text } from "@mantine/core";
import type { Schemas } from "../api/client";
import { DecisionLink } from "../pieces/DecisionLink";
import { InertText } from "../pieces/InertText";
import { detailsOf } from "./details";

type Entry = Schemas["DigestEntry"];

/** One line of a digest: what it is about, what became of it, and who, when and where. */
export function DigestEntry({ entry, part }: { entry: Entry; part: Schemas["PartEnum"] }) {
  return (
    <div>
      <Text>
        <To decision={entry.about} />
        {entry.now && (
          <>
            , replaced by <To decision={entry.now} />
          </>
        )}
        {part === "changed" && !entry.now && ", reversed"}{" "}
        {entry.yours && (
          <Badge component="span" size="sm">
            Yours
          </Badge>
        )}
      </Text>
      {entry.reason && (
        <Text size="sm">
          <InertText>{entry.reason}</InertText>
        </Text>
      )}
      <Text size="sm" c="dimmed" className="tabular">
        {detailsOf(part, entry).map((detail, place) => (
          <span key={detail}>
            {place > 0 && ", "}
            <InertText>{detail}</InertText>
          </span>
        ))}
      </Text>
    </div>
  );
}

function To({ decision }: { decision: Schemas["LinkedItem"] }) {
  return <DecisionLink id={decision.id} title={decision.title} c="bright" fw={600} />;
}
