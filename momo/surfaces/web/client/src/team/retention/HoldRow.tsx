import { Text } from "@mantine/core";
import dayjs from "dayjs";
import { api, type Schemas } from "../../api/client";
import { dialogs } from "../../pieces/dialogs";
import { InertText } from "../../pieces/InertText";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { Row, RowButton } from "../../pieces/Row";
import { sourceName } from "../../pieces/SourceMark";
import { useAct } from "../../pieces/useAct";
import { When } from "../../pieces/When";

type Hold = Schemas["HoldItem"];

export function HoldRow({ hold, onReleased }: { hold: Hold; onReleased: () => Promise<unknown> }) {
  const { act, problem, busyWith } = useAct();
  const release = () =>
    act("release", async () => {
      const params = { path: { hold_id: hold.id } };
      await api.POST("/api/v1/legal-holds/{hold_id}/release", { params });
      await onReleased();
    });
  const ask = () =>
    dialogs.confirm({
      title: "Release this hold?",
      children: <Text fz="sm">From then on, what it covers may be erased again.</Text>,
      labels: { confirm: "Release", cancel: "Cancel" },
      onConfirm: release,
    });
  return (
    <Row
      actions={
        <RowButton
          onClick={ask}
          loading={busyWith === "release"}
          aria-label={`Release the hold: ${hold.reason}`}
        >
          Release
        </RowButton>
      }
    >
      <Text fw={500}>
        <InertText>{hold.reason}</InertText>
      </Text>
      <Text fz="sm" c="dimmed">
        {covered(hold)}. Placed <When at={hold.placed_at} inherit />
      </Text>
      <ProblemAlert error={problem} />
    </Row>
  );
}

function covered({ person, source, since, until, integration_id }: Hold): string {
  const day = (at: string) => dayjs(at).format("D MMM YYYY");
  const parts = [
    person && `by or to ${person}`,
    source && `from ${sourceName(source)}`,
    integration_id && "of one source",
    since && `since ${day(since)}`,
    until && `until ${day(until)}`,
  ].filter(Boolean);
  return parts.length ? `All ${parts.join(", ")}` : "Everything";
}
