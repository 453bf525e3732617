import { Button, Group, Menu, Modal, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconBookmark, IconChevronDown, IconPlus, IconTrash, IconUsers } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { $api, type Schemas } from "../../api/client";
import { ApiProblem } from "../../api/problem";
import { useIsAdmin, useMe } from "../../api/session";
import { dialogs } from "../../pieces/dialogs";
import { InertText } from "../../pieces/InertText";
import { ProblemAlert } from "../../pieces/ProblemAlert";
import { addressOfQuery, type ViewQuery } from "./filters";

const VIEWS = ["get", "/api/v1/decisions/views"] as const;

/** Lists that one comes back to: one's own, and the team's. */
export function SavedViews({ query }: { query: ViewQuery }) {
  const { data } = $api.useQuery(...VIEWS, { params: { query: { limit: 100 } } });
  const [saving, { open, close }] = useDisclosure();
  const [, setAddress] = useSearchParams();
  const views = data?.items ?? [];
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <ViewItem
              key={view.id}
              view={view}
              onOpen={() => setAddress(addressOfQuery(view.query))}
            />
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            Save these filters as a view
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={saving} onClose={close} title="Save as a view">
        <SaveForm query={query} onDone={close} />
      </Modal>
    </>
  );
}

function ViewItem({ view, onOpen }: { view: Schemas["SavedViewItem"]; onOpen: () => void }) {
  const mine = useMe().id === view.owner_id;
  const isAdmin = useIsAdmin();
  const remove = useRemoval(view);
  return (
    <Group gap={0} wrap="nowrap">
      <Menu.Item
        onClick={onOpen}
        leftSection={view.shared && <IconUsers size={16} aria-label="Shared with the team" />}
      >
        <InertText>{view.name}</InertText>
      </Menu.Item>
      {(mine || isAdmin) && (
        <Menu.Item w="auto" p="xs" aria-label={`Delete the view ${view.name}`} onClick={remove}>
          <IconTrash size={15} aria-hidden />
        </Menu.Item>
      )}
    </Group>
  );
}

function useRemoval(view: Schemas["SavedViewItem"]) {
  const queries = useQueryClient();
  const removal = $api.useMutation("delete", "/api/v1/decisions/views/{view_id}", {
    onSuccess: () => queries.invalidateQueries({ queryKey: VIEWS }),
    onError: (error) => notifications.show({ color: "red", message: String(error) }),
  });
  return () =>
    dialogs.confirm({
      title: `Delete the view “${view.name}”?`,
      children: view.shared ? "It goes for the whole team." : "The decisions stay.",
      labels: { confirm: "Delete", cancel: "Keep it" },
      confirmProps: { color: "red" },
      onConfirm: () => removal.mutate({ params: { path: { view_id: view.id } } }),
    });
}

function SaveForm({ query, onDone }: { query: ViewQuery; onDone: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { name: "", shared: false } });
  const saving = $api.useMutation("post", "/api/v1/decisions/views", {
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: VIEWS });
      onDone();
    },
    onError: (error: unknown) => {
      if (error instanceof ApiProblem) form.setErrors(error.fields);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate({ body: { ...values, query } }))}>
      <Stack>
        <ProblemAlert error={saving.error} />
        <TextInput
          label="Name"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Switch
          label="Share it with the team"
          {...form.getInputProps("shared", { type: "checkbox" })}
        />
        <Button type="submit" loading={saving.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
