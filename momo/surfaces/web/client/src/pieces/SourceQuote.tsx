import { Mark, Text } from "@mantine/core";
import { withoutHiddenMarks } from "./inert";
import classes from "./SourceQuote.module.css";

/** What somebody said, word for word. */
export function SourceQuote({ quote, cite }: { quote: string; cite?: string }) {
  return (
    <blockquote className={classes.quote}>
      <Text component="p" m={0} className={classes.words}>
        {withoutHiddenMarks(quote)}
      </Text>
      {cite && (
        <Text component="cite" size="sm" c="dimmed" fs="normal">
          {withoutHiddenMarks(cite)}
        </Text>
      )}
    </blockquote>
  );
}

/** The whole text of a source, with the quote marked where it stands. */
export function QuoteInText({ text, quote }: { text: string; quote: string }) {
  const start = quote ? text.indexOf(quote) : -1;
  if (start < 0) return <Text className={classes.words}>{withoutHiddenMarks(text)}</Text>;
  const end = start + quote.length;
  return (
    <Text component="div" className={classes.words} dir="auto">
      {withoutHiddenMarks(text.slice(0, start))}
      <Mark className={classes.mark}>{withoutHiddenMarks(quote)}</Mark>
      {withoutHiddenMarks(text.slice(end))}
    </Text>
  );
}
