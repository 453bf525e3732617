import { Anchor, Button, Group, Stack, Stepper, Text } from "@mantine/core";
import { useState } from "react";
import { Choose } from "./Choose";
import { FirstQuestion } from "./FirstQuestion";
import { Watch } from "./Watch";

interface Props {
  onAsk: (question: string) => void;
  onDismiss: () => void;
}

/** What a team with nothing yet is led through: bring something in, see it read, ask. */
export function FirstRun({ onAsk, onDismiss }: Props) {
  const [step, setStep] = useState(0);
  const [question, setQuestion] = useState("");
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text c="dimmed" maw="60ch">
          Momo finds the decisions in what a team writes, and answers from them. Three steps to a
          first answer.
        </Text>
        <Anchor component="button" type="button" size="sm" onClick={onDismiss}>
          Skip
        </Anchor>
      </Group>
      <Stepper active={step} size="sm" allowNextStepsSelect={false} onStepClick={setStep}>
        <Stepper.Step label="Bring something in">
          <Choose
            onDemo={(asked) => {
              setQuestion(asked);
              setStep(1);
            }}
            onImported={() => setStep(2)}
          />
        </Stepper.Step>
        <Stepper.Step label="Watch it being read">
          <Watch onDone={() => setStep(2)} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setStep(2)}>
              Ask already
            </Button>
          </Group>
        </Stepper.Step>
        <Stepper.Step label="Ask">
          <FirstQuestion
            question={question}
            onAsk={(asked) => {
              onDismiss();
              onAsk(asked);
            }}
          />
        </Stepper.Step>
      </Stepper>
    </Stack>
  );
}
