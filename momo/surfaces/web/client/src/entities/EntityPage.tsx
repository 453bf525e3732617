import { Badge, Button, Group, Text } from "@mantine/core";
import { useParams } from "react-router";
import { $api, type Schemas } from "../api/client";
import { dialogs } from "../pieces/dialogs";
import { PageHeader } from "../pieces/PageHeader";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Involvement } from "./Involvement";
import { MergeForm } from "./MergeForm";
import { Names } from "./Names";
import { TYPES } from "./words";

/** One person, project or thing: what it is called, and the decisions that name it. */
export function Component() {
  const { id = "" } = useParams();
  const { data, error, refetch } = $api.useQuery("get", "/api/v1/entities/{entity_id}", {
    params: { path: { entity_id: id } },
  });
  if (error)
    return (
      <>
        <PageHeader title="Person or thing" back={BACK} />
        <ProblemAlert error={error} retry={refetch} />
      </>
    );
  if (!data) return <PageSkeleton />;
  return <Shown key={id} detail={data} />;
}

const BACK = { to: "/entities", label: "All people and things" };

function Shown({ detail }: { detail: Schemas["EntityDetailItem"] }) {
  const { entity } = detail;
  const { one, icon: Icon } = TYPES[entity.type];
  return (
    <>
      <PageHeader
        title={entity.name}
        back={BACK}
        description={
          <Group gap="xs">
            <Badge variant="default" leftSection={<Icon size={13} aria-hidden />}>
              {one}
            </Badge>
            <Text size="sm" className="tabular">
              {entity.memories} {entity.memories === 1 ? "mention" : "mentions"}
            </Text>
          </Group>
        }
      >
        <Button variant="default" onClick={() => openMerge(entity)}>
          Is the same as…
        </Button>
      </PageHeader>
      <Names detail={detail} />
      <Involvement entity={entity} />
    </>
  );
}

function openMerge(entity: Schemas["EntityItem"]) {
  dialogs.open({
    title: `Who or what is ${entity.name}, too?`,
    children: <MergeForm entity={entity} onDone={dialogs.closeAll} />,
  });
}
