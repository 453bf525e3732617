import { Button, Stack, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Suggestions } from "../chat/Suggestions";

interface Props {
  question: string;
  onAsk: (question: string) => void;
}

/** The end of the tour: a question that what came in answers. */
export function FirstQuestion({ question, onAsk }: Props) {
  return (
    <Stack gap="md" py="md" align="flex-start">
      <Text>It is read. Ask what you want to know, or begin with one of these.</Text>
      {question && (
        <Button rightSection={<IconArrowRight size={16} />} onClick={() => onAsk(question)}>
          {question}
        </Button>
      )}
      <Suggestions onAsk={onAsk} />
    </Stack>
  );
}
