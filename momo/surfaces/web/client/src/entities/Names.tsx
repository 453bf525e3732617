import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { $api, type Schemas } from "../api/client";
import { messageOf } from "../api/problem";
import { Section } from "../decisions/page/Section";
import { InertText } from "../pieces/InertText";
import { When } from "../pieces/When";
import { spelledOut } from "./words";

type Detail = Schemas["EntityDetailItem"];

/** What it is called; names of somebody or something else can be parted from it. */
export function Names({ detail }: { detail: Detail }) {
  const { entity, names, verdicts } = detail;
  return (
    <Section title="Known as">
      <Stack gap="xs">
        <Parting entity={entity} names={names} />
        {verdicts
          .filter((verdict) => verdict.act)
          .map((verdict) => (
            <Said key={verdict.id} verdict={verdict} />
          ))}
      </Stack>
    </Section>
  );
}

function Parting({ entity, names }: Pick<Detail, "entity" | "names">) {
  const [chosen, setChosen] = useState<string[]>([]);
  const split = useSplit(entity.id);
  const mayPart = names.length > 1;
  const parts = chosen.length > 0 && chosen.length < names.length;
  return (
    <>
      {names.map((name) =>
        mayPart ? (
          <Checkbox
            key={name.id}
            label={<InertText>{spelledOut(name)}</InertText>}
            checked={chosen.includes(name.id)}
            onChange={(event) =>
              setChosen(
                event.currentTarget.checked
                  ? [...chosen, name.id]
                  : chosen.filter((each) => each !== name.id),
              )
            }
          />
        ) : (
          <Text key={name.id} size="sm">
            <InertText>{spelledOut(name)}</InertText>
          </Text>
        ),
      )}
      {mayPart && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          disabled={!parts}
          loading={split.isPending}
          onClick={() =>
            split.mutate({
              params: { path: { entity_id: entity.id } },
              body: { names: chosen, reason: "" },
            })
          }
        >
          Part the chosen names
        </Button>
      )}
    </>
  );
}

function useSplit(id: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return $api.useMutation("post", "/api/v1/entities/{entity_id}/split", {
    onSuccess: (other) => {
      queries.invalidateQueries();
      if (other.entity.id !== id) navigate(`/entities/${other.entity.id}`);
    },
    onError: (error: unknown) => notifications.show({ color: "red", message: messageOf(error) }),
  });
}

function Said({ verdict }: { verdict: Schemas["EntityVerdictItem"] }) {
  const queries = useQueryClient();
  const undo = $api.useMutation("post", "/api/v1/entities/acts/{act}/undo", {
    onSuccess: () => queries.invalidateQueries(),
    onError: (error: unknown) => notifications.show({ color: "red", message: messageOf(error) }),
  });
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        Somebody said that two names are {verdict.verdict === "same" ? "one" : "not one"},{" "}
        <When at={verdict.created_at} inherit />
        {verdict.reason && (
          <>
            : <InertText>{verdict.reason}</InertText>
          </>
        )}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        loading={undo.isPending}
        onClick={() => undo.mutate({ params: { path: { act: verdict.act ?? "" } } })}
      >
        Undo
      </Button>
    </Group>
  );
}
