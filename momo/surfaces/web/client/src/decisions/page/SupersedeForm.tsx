import { Button, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client";
import { DecisionPicker, type PickedDecision } from "../../pieces/DecisionPicker";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { type Read, useAct } from "./useDecision";

/** Say what replaces a decision: one that is known, or one that is stated here. */
export function SupersedeForm({ read, onDone }: { read: Read; onDone: () => void }) {
  const { isNew, setIsNew, picked, setPicked, title, setTitle, reason, setReason, ...sending } =
    useReplacing(read, onDone);
  return (
    <Stack>
      <ProblemAlert error={sending.failure} />
      <SegmentedControl
        aria-label="Which decision"
        value={isNew ? "new" : "known"}
        onChange={(value) => setIsNew(value === "new")}
        data={[
          { value: "known", label: "A decision that is here" },
          { value: "new", label: "A new one" },
        ]}
      />
      {isNew ? (
        <TextInput
          label="What was decided"
          required
          maxLength={500}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      ) : (
        <DecisionPicker
          label="Decision"
          value={picked}
          onChange={setPicked}
          without={[read.decision.id]}
        />
      )}
      <Textarea
        label="Why"
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        loading={sending.isPending}
        disabled={isNew ? !title.trim() : !picked}
        onClick={sending.replace}
      >
        It replaces this decision
      </Button>
    </Stack>
  );
}

/** What the form holds, and `replace` that sends it. */
function useReplacing(read: Read, onDone: () => void) {
  const { id, visibility } = read.decision;
  const [isNew, setIsNew] = useState(false);
  const [picked, setPicked] = useState<PickedDecision | null>(null);
  const [title, setTitle] = useState("");
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const { mutateAsync, isPending } = useAct(id, onDone);

  const replace = async () => {
    try {
      setFailure(null);
      const by = isNew ? await state(title, reason, visibility) : picked?.id;
      if (by) await mutateAsync({ act: { kind: "supersede", by, reason }, etag: read.etag });
    } catch (error) {
      setFailure(error);
    }
  };
  const fields = { isNew, setIsNew, picked, setPicked, title, setTitle, reason, setReason };
  return { ...fields, failure, isPending, replace };
}

/** Returns the id of a decision that was stated just now. */
async function state(
  title: string,
  rationale: string,
  visibility: Read["decision"]["visibility"],
): Promise<string | undefined> {
  const { data } = await api.POST("/api/v1/decisions", {
    body: { title, rationale, visibility: visibility === "restricted" ? "shared" : visibility },
  });
  return data?.id;
}
