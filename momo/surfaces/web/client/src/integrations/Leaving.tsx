import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { Section } from "../pieces/Section";
import { useAct } from "../pieces/useAct";
import { type SourceDetail, useRereadSources } from "./data";

/** Ending a source, with the choice of what becomes of what it gave. */
export function Leaving({ source }: { source: SourceDetail }) {
  const [isOpen, { open, close }] = useDisclosure();
  const isLive = source.connection !== null && source.connection.state !== "disconnected";
  return (
    <>
      <Section
        title={isLive ? "Disconnect" : "Remove"}
        description={
          isLive
            ? "Momo gives its access back and forgets it. You choose whether what it gave stays."
            : "Erase what this source gave, with all that was made of it."
        }
        action={
          <Button color="red" variant="outline" onClick={open}>
            {isLive ? "Disconnect" : "Erase"}
          </Button>
        }
      />
      <Modal
        opened={isOpen}
        onClose={close}
        title={isLive ? `Disconnect ${source.name}` : `Erase ${source.name}`}
      >
        <Choose source={source} isLive={isLive} onClose={close} />
      </Modal>
    </>
  );
}

function Choose({
  source,
  isLive,
  onClose,
}: {
  source: SourceDetail;
  isLive: boolean;
  onClose: () => void;
}) {
  const [items, setItems] = useState<"keep" | "erase">(isLive ? "keep" : "erase");
  const [isSure, setSure] = useState(false);
  const { act, problem, busyWith } = useAct();
  const reread = useRereadSources();
  const navigate = useNavigate();
  const end = async () => {
    await api.POST("/api/v1/integrations/{integration_id}/disconnect", {
      params: { path: { integration_id: source.id } },
      body: { items },
    });
    await reread();
    if (items === "erase") await navigate("/integrations");
    else onClose();
  };
  return (
    <Stack gap="md">
      {isLive && (
        <Radio.Group
          label="What becomes of what it gave"
          value={items}
          onChange={(value) => setItems(value as "keep" | "erase")}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label="It stays" description="Decisions and sources are kept." />
            <Radio
              value="erase"
              label="Erase it"
              description="Messages, and the decisions that were found in them alone, go for good."
            />
          </Stack>
        </Radio.Group>
      )}
      {items === "erase" && (
        <Checkbox
          label="I know that this cannot be undone"
          checked={isSure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
      )}
      <ProblemAlert error={problem} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red"
          disabled={items === "erase" && !isSure}
          loading={busyWith !== null}
          onClick={() => act("end", end)}
        >
          {items === "erase" ? "Erase" : "Disconnect"}
        </Button>
      </Group>
      {isLive && (
        <Text size="sm" c="dimmed">
          Connecting the same account again goes on where it was.
        </Text>
      )}
    </Stack>
  );
}
