import { Text } from "@mantine/core";
import { InertText } from "../../pieces/InertText";
import classes from "./Difference.module.css";
import { fieldName, shown } from "./fields";
import { type Piece, wordsThatDiffer } from "./wordsThatDiffer";

/** What a field was and what it became, word by word. */
export function Difference({
  field,
  before,
  after,
}: {
  field: string;
  before: unknown;
  after: unknown;
}) {
  const pieces = wordsThatDiffer(shown(field, before), shown(field, after));
  return (
    <Text size="sm" component="div" className={classes.difference}>
      <Text span c="dimmed" inherit>
        {fieldName(field)}:{" "}
      </Text>
      {pieces.map((piece, place) => (
        <PieceOf key={place} piece={piece} />
      ))}
    </Text>
  );
}

function PieceOf({ piece }: { piece: Piece }) {
  if (piece.kind === "gone")
    return (
      <del className={classes.gone}>
        <InertText>{piece.text}</InertText>
      </del>
    );
  if (piece.kind === "new")
    return (
      <ins className={classes.new}>
        <InertText>{piece.text}</InertText>
      </ins>
    );
  return <InertText>{piece.text}</InertText>;
}
