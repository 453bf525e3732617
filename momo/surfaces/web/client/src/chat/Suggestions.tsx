import { Button, Stack } from "@mantine/core";
import { $api } from "../api/client";
import { InertText } from "../pieces/InertText";
import classes from "./chat.module.css";
import { questionsFrom } from "./suggesting";

const LOOKED_AT = 30; // latest decisions that questions are made of

/** What one might ask, from what the team decided last. */
export function Suggestions({ onAsk }: { onAsk: (question: string) => void }) {
  const { data } = $api.useQuery(
    "get",
    "/api/v1/decisions",
    { params: { query: { limit: LOOKED_AT } } },
    { refetchOnMount: "always" }, // during the tour some have come in since
  );
  const questions = questionsFrom(data?.items ?? []);
  if (!questions.length) return null;
  return (
    <Stack gap="xs" align="flex-start" component="section" aria-label="You might ask">
      {questions.map((question) => (
        <Button
          key={question}
          variant="default"
          fw={450}
          className={classes.suggestion}
          classNames={{ label: classes.wrapping }}
          onClick={() => onAsk(question)}
        >
          <InertText>{question}</InertText>
        </Button>
      ))}
    </Stack>
  );
}
