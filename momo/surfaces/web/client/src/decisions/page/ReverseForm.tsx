import { Button, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { type Read, useAct } from "./useDecision";

export function ReverseForm({ read, onDone }: { read: Read; onDone: () => void }) {
  const [reason, setReason] = useState("");
  const { mutate, error, isPending } = useAct(read.decision.id, onDone);
  return (
    <Stack>
      <ProblemAlert error={error} />
      <Text size="sm">It does not hold from now on. What it had replaced holds again.</Text>
      <Textarea
        label="Why"
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Button
        color="red"
        loading={isPending}
        onClick={() => mutate({ act: { kind: "reverse", reason }, etag: read.etag })}
      >
        Reverse it
      </Button>
    </Stack>
  );
}
