import { Button, Group, Popover, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { ProblemAlert } from "./ProblemAlert";
import { useSubmit } from "./useSubmit";

/** A button that asks for another name of something. */
export function Rename({
  name,
  onRename,
}: {
  name: string;
  onRename: (name: string) => Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withArrow width={280}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          aria-label={`Rename ${name}`}
          onClick={() => setOpen(true)}
        >
          Rename
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NameForm name={name} onRename={(next) => onRename(next).then(() => setOpen(false))} />
      </Popover.Dropdown>
    </Popover>
  );
}

function NameForm({ name, onRename }: { name: string; onRename: (name: string) => Promise<void> }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { name } });
  const { submit, problem, isBusy } = useSubmit(form, (values) => onRename(values.name));
  return (
    <form onSubmit={submit} noValidate>
      <ProblemAlert error={problem} />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label="Name"
          maxLength={120}
          flex={1}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Button type="submit" loading={isBusy}>
          Save
        </Button>
      </Group>
    </form>
  );
}
