import { UnstyledButton } from "@mantine/core";
import { withoutHiddenMarks } from "../pieces/inert";
import classes from "./chat.module.css";
import type { Citation } from "./types";

interface Props {
  number: number;
  cited: Citation | undefined;
  onCite: (cited: Citation) => void;
}

/** The number of a source within a text. It opens the source; in a dashed frame if it holds no more. */
export function CiteButton({ number, cited, onCite }: Props) {
  if (!cited) return <span>[{number}]</span>;
  const title = withoutHiddenMarks(cited.title);
  return (
    <UnstyledButton
      className={classes.cite}
      data-holds={cited.holds}
      aria-label={`Source ${number}: ${title}, ${cited.holds}`}
      title={title}
      onClick={() => onCite(cited)}
    >
      {number}
    </UnstyledButton>
  );
}
