import { ActionIcon, Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconDots,
  IconEye,
  IconPencil,
  IconReplace,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { messageOf } from "../../api/problem";
import { useIsAdmin, useMe } from "../../api/session";
import { isDecision, VISIBILITIES } from "../words";
import { isDecider } from "./deciders";
import { confirmDeletion, openEditor, openReverse, openSupersede } from "./dialogs";
import { type Act, type Read, useAct } from "./useDecision";
import { useVerdict } from "./Verdicts";

/** What one can do with a decision, or with another memory. */
export function Actions({ read }: { read: Read }) {
  const { decision, etag } = read;
  const navigate = useNavigate();
  const { mutate } = useAct(decision.id, (act) => act.kind === "delete" && navigate("/decisions"));
  const act = (what: Act) =>
    mutate(
      { act: what, etag },
      { onError: (error) => notifications.show({ color: "red", message: messageOf(error) }) },
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => openEditor(read)}
      >
        Edit
      </Button>
      <More read={read} onAct={act} />
    </>
  );
}

function More({ read, onAct }: ItemProps) {
  const { decision } = read;
  const me = useMe();
  const isMine = me.id === decision.owner_id;
  const mayDelete = useIsAdmin() || isMine;
  const mayHide = isMine && decision.kind !== "summary"; // seen by who sees what it sums up
  if (!isDecision(decision) && !mayDelete) return null;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More that can be done">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isDecision(decision) && <StandingItems read={read} onAct={onAct} />}
        {isDecision(decision) && isDecider(decision, me) && <VerdictItems id={decision.id} />}
        {mayHide && <VisibilityItems read={read} onAct={onAct} />}
        {mayDelete && <DeleteItem read={read} onAct={onAct} />}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  read: Read;
  onAct: (act: Act) => void;
}

function StandingItems({ read, onAct }: ItemProps) {
  const { holds } = read.decision;
  return (
    <>
      {holds !== "reversed" && (
        <Menu.Item leftSection={<IconReplace size={16} />} onClick={() => openSupersede(read)}>
          Replaced by…
        </Menu.Item>
      )}
      {holds === "superseded" && (
        <Menu.Item
          leftSection={<IconArrowForwardUp size={16} />}
          onClick={() => onAct({ kind: "undo" })}
        >
          Undo the replacement
        </Menu.Item>
      )}
      {holds === "reversed" ? (
        <Menu.Item
          leftSection={<IconArrowForwardUp size={16} />}
          onClick={() => onAct({ kind: "restore" })}
        >
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => openReverse(read)}>
          Reverse…
        </Menu.Item>
      )}
    </>
  );
}

function VerdictItems({ id }: { id: string }) {
  const { say } = useVerdict(id);
  return (
    <>
      <Menu.Label>As who decided it</Menu.Label>
      <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => say("confirm")}>
        Confirm
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={16} />} onClick={() => say("reject")}>
        Reject
      </Menu.Item>
    </>
  );
}

function VisibilityItems({ read, onAct }: ItemProps) {
  const { visibility } = read.decision;
  const others = (["shared", "private", "secret"] as const).filter((each) => each !== visibility);
  return (
    <>
      <Menu.Label>Who sees it</Menu.Label>
      {others.map((each) => (
        <Menu.Item
          key={each}
          leftSection={<IconEye size={16} />}
          onClick={() => onAct({ kind: "edit", changes: { visibility: each } })}
        >
          {VISIBILITIES[each]}
        </Menu.Item>
      ))}
    </>
  );
}

function DeleteItem({ read, onAct }: ItemProps) {
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => confirmDeletion(read, () => onAct({ kind: "delete" }))}
      >
        Delete…
      </Menu.Item>
    </>
  );
}
