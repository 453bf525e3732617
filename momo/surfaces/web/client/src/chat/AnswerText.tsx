import { Code, List, Text } from "@mantine/core";
import { Fragment, memo } from "react";
import { withoutHiddenMarks } from "../pieces/inert";
import classes from "./chat.module.css";
import { CiteButton } from "./CiteButton";
import { type Block, blocksOf, type Inline } from "./markdown";
import type { Citation } from "./types";

interface Props {
  text: string;
  citations: Citation[];
  onCite: (cited: Citation) => void;
}

/** The words of an answer: a little markdown, drawn by ourselves, so that nothing else comes in. */
export const AnswerText = memo(function AnswerText({ text, ...cites }: Props) {
  return (
    <div className={classes.answer} dir="auto">
      {blocksOf(withoutHiddenMarks(text)).map((block, at) => (
        <BlockText key={at} block={block} {...cites} />
      ))}
    </div>
  );
});

type Cites = Omit<Props, "text">;

function BlockText({ block, ...cites }: { block: Block } & Cites) {
  if (block.kind === "code") return <Code block>{block.text}</Code>;
  const lines = block.lines.map((line, at) => <Line key={at} line={line} {...cites} />);
  if (block.kind === "list" || block.kind === "numbered") {
    return (
      <List type={block.kind === "list" ? "unordered" : "ordered"} withPadding>
        {lines.map((line, at) => (
          <List.Item key={at}>{line}</List.Item>
        ))}
      </List>
    );
  }
  return (
    <Text component="p" m={0} fw={block.kind === "heading" ? 650 : undefined}>
      {lines.map((line, at) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Text>
  );
}

function Line({ line, ...cites }: { line: Inline[] } & Cites) {
  return line.map((part, at) => <InlineText key={at} part={part} {...cites} />);
}

function InlineText({ part, citations, onCite }: { part: Inline } & Cites) {
  switch (part.kind) {
    case "strong":
      return <strong>{part.text}</strong>;
    case "em":
      return <em>{part.text}</em>;
    case "code":
      return <Code>{part.text}</Code>;
    case "cite":
      return part.numbers.map((number) => (
        <CiteButton
          key={number}
          number={number}
          cited={citations.find((each) => each.number === number)}
          onCite={onCite}
        />
      ));
    default:
      return part.text;
  }
}
