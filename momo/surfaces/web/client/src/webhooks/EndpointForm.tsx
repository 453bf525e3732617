import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api/client";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { useSubmit } from "../pieces/useSubmit";
import { type Endpoint, EVENTS, type EventName } from "./data";

const PATH = "/api/v1/webhook-endpoints";

/** A new endpoint, or what is changed of one. `onDone` is given the secret of a new one. */
export function EndpointForm({
  endpoint,
  onDone,
  onCancel,
}: {
  endpoint?: Endpoint;
  onDone: (secret: string) => Promise<unknown>;
  onCancel?: () => void;
}) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: {
      url: endpoint?.url ?? "",
      description: endpoint?.description ?? "",
      events: (endpoint?.events ?? EVENTS.map(({ value }) => value)) as EventName[],
    },
    validate: { events: (chosen) => (chosen.length ? null : "Choose at least one.") },
  });
  const { submit, problem, isBusy } = useSubmit(form, async (body) => {
    if (endpoint) {
      await api.PATCH(`${PATH}/{endpoint_id}`, {
        params: { path: { endpoint_id: endpoint.id } },
        body,
      });
      await onDone("");
    } else {
      const { data } = await api.POST(PATH, { body });
      await onDone(data?.secret ?? "");
    }
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Address"
          description="Where messages are posted to. It begins with https:// and can be reached from the internet."
          placeholder="https://"
          required
          maxLength={2000}
          inputMode="url"
          key={form.key("url")}
          {...form.getInputProps("url")}
        />
        <TextInput
          label="What it is for"
          maxLength={200}
          key={form.key("description")}
          {...form.getInputProps("description")}
        />
        <Checkbox.Group
          label="What it is told"
          key={form.key("events")}
          {...form.getInputProps("events")}
        >
          <Stack gap="xs" mt="xs">
            {EVENTS.map((event) => (
              <Checkbox key={event.value} {...event} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ProblemAlert error={problem} />
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {endpoint ? "Save" : "Add"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
