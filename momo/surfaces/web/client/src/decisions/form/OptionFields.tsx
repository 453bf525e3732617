import { ActionIcon, Button, Checkbox, Fieldset, Group, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { Values } from "./values";

const BLANK = { option: "", chosen: false, reason: "", by: "" };

/** What there was to choose from. */
export function OptionFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <Fieldset legend="Options" p="sm">
      <Stack gap="sm">
        {form.values.options.map((_, place) => (
          <OptionLine key={place} form={form} place={place} />
        ))}
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem("options", { ...BLANK })}
        >
          Add an option
        </Button>
      </Stack>
    </Fieldset>
  );
}

function OptionLine({ form, place }: { form: UseFormReturnType<Values>; place: number }) {
  const at = `options.${place}`;
  const name = form.values.options[place]?.option || `option ${place + 1}`;
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Option"
        required
        flex="2 1 140px"
        maxLength={300}
        {...form.getInputProps(`${at}.option`)}
      />
      <TextInput label="Reason" flex="3 1 180px" {...form.getInputProps(`${at}.reason`)} />
      <TextInput label="By" flex="1 1 90px" {...form.getInputProps(`${at}.by`)} />
      <Checkbox
        label="Chosen"
        mb={9}
        {...form.getInputProps(`${at}.chosen`, { type: "checkbox" })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        mb={4}
        aria-label={`Remove ${name}`}
        onClick={() => form.removeListItem("options", place)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
