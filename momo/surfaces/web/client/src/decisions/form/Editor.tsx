import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas } from "../../api/client";
import { ApiProblem } from "../../api/problem";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Difference } from "../page/Difference";
import { type Act, type Read, readDecision, useAct } from "../page/useDecision";
import { Fields } from "./Fields";
import { changesOf, type Values, valuesOf } from "./values";

const STALE = 412;

interface Props {
  read: Read;
  /** As a correction by who made the decision, which counts as their word on it. */
  asDecider?: boolean;
  onDone: () => void;
}

/** Change a decision or another memory. Where somebody else did meanwhile, it shows what, and asks. */
export function Editor({ read, asDecider = false, onDone }: Props) {
  const { form, base, meanwhile, failure, send, keepMine, takeTheirs } = useEditing(
    read,
    asDecider,
    onDone,
  );
  return (
    <form onSubmit={form.onSubmit(() => send(base))}>
      <Stack>
        <Fields form={form} kind={read.decision.kind} />
        <ProblemAlert error={failure} />
        {meanwhile && (
          <Meanwhile
            mine={base}
            theirs={meanwhile}
            onKeepMine={() => keepMine(meanwhile)}
            onTakeTheirs={() => takeTheirs(meanwhile)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The form, the version that it was made from, and the one that came meanwhile, if one did. */
function useEditing(read: Read, asDecider: boolean, onDone: () => void) {
  const { id } = read.decision;
  const [base, setBase] = useState(read);
  const [meanwhile, setMeanwhile] = useState<Read | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Values>({ initialValues: valuesOf(read.decision) });
  const save = useSave(id, asDecider, onDone);

  const send = async (from: Read) => {
    setFailure(null);
    const changes = changesOf(valuesOf(base.decision), form.values);
    if (!Object.keys(changes).length) return onDone();
    try {
      await save({ kind: "edit", changes }, from.etag);
    } catch (error) {
      if (error instanceof ApiProblem && error.status === STALE)
        setMeanwhile(await readDecision(id));
      else setFailure(error);
      if (error instanceof ApiProblem) form.setErrors(error.fields);
    }
  };
  const takeTheirs = (theirs: Read) => {
    form.setValues(valuesOf(theirs.decision));
    setBase(theirs);
    setMeanwhile(null);
  };
  const keepMine = (theirs: Read) => {
    setMeanwhile(null);
    return send(theirs);
  };
  return { form, base, meanwhile, failure, send, keepMine, takeTheirs };
}

function useSave(id: string, asDecider: boolean, onDone: () => void) {
  const { mutateAsync } = useAct(id, onDone);
  const queries = useQueryClient();
  return async (act: Extract<Act, { kind: "edit" }>, etag: string) => {
    if (!asDecider) return mutateAsync({ act, etag });
    await api.POST("/api/v1/decisions/{memory_id}/ratify", {
      params: { path: { memory_id: id } },
      body: { verdict: "edit", changes: act.changes } as Schemas["RatifyBodyRequest"],
    });
    onDone();
    await queries.invalidateQueries();
  };
}

function Meanwhile({
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
}: {
  mine: Read;
  theirs: Read;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const before = valuesOf(mine.decision);
  const changed = Object.entries(changesOf(before, valuesOf(theirs.decision)));
  return (
    <Alert
      ref={(alert) => alert?.scrollIntoView({ block: "nearest" })}
      color="yellow"
      variant="outline"
      role="alert"
      title="Somebody changed it meanwhile"
    >
      {changed.length === 0 && <Text size="sm">Nothing that you see here.</Text>}
      {changed.map(([field, value]) => (
        <Difference
          key={field}
          field={field}
          before={before[field as keyof Values]}
          after={value}
        />
      ))}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={onKeepMine}>
          Save my changes on top
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Start again from theirs
        </Button>
      </Group>
    </Alert>
  );
}
