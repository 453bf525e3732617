import { Group, Select, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import {
  choicesOf,
  CONFIDENCES,
  type MemoryKind,
  nameOf,
  STATUSES,
  TYPES,
  VISIBILITIES,
} from "../words";
import { OptionFields } from "./OptionFields";
import { peopleOf, type Values } from "./values";

const { restricted, ...CHOOSABLE } = VISIBILITIES;

interface Props {
  form: UseFormReturnType<Values>;
}

/** All that a person can say of a decision, or of another memory. */
export function Fields({ form, kind = "decision" }: Props & { kind?: MemoryKind }) {
  return (
    <Stack gap="md">
      <TextInput
        label={kind === "decision" ? "What was decided" : "Title"}
        required
        maxLength={500}
        data-autofocus
        {...form.getInputProps("title")}
      />
      <Textarea
        label="In a sentence or two"
        autosize
        minRows={2}
        {...form.getInputProps("summary")}
      />
      {kind === "decision" && <Deciding form={form} />}
      {(kind === "decision" || kind === "action_item") && <Owed form={form} />}
      <TagsInput label="Tags" {...form.getInputProps("tags")} />
      {kind !== "summary" && <SeenBy form={form} />}
    </Stack>
  );
}

/** Why, among what, by whom, and how it stands. */
function Deciding({ form }: Props) {
  const { people } = form.values;
  return (
    <>
      <Textarea label="Why" autosize minRows={2} {...form.getInputProps("rationale")} />
      <OptionFields form={form} />
      <TagsInput
        label="People"
        description="Names, addresses or @handles of who decided it"
        value={people.map(nameOf)}
        onChange={(names) => form.setFieldValue("people", peopleOf(names, people))}
        error={form.errors.people}
      />
      <Standing form={form} />
    </>
  );
}

function Standing({ form }: Props) {
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <Select
        label="Type"
        data={choicesOf(TYPES)}
        allowDeselect={false}
        {...form.getInputProps("decision_type")}
      />
      <Select
        label="Status"
        data={choicesOf(STATUSES)}
        allowDeselect={false}
        {...form.getInputProps("status")}
      />
      <Select
        label="Confidence"
        data={choicesOf(CONFIDENCES)}
        allowDeselect={false}
        {...form.getInputProps("confidence")}
      />
    </Group>
  );
}

/** Who does it until when. */
function Owed({ form }: Props) {
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <TextInput label="To be done by" {...form.getInputProps("owner_name")} />
      <TextInput type="date" label="Due" {...form.getInputProps("due_on")} />
    </Group>
  );
}

function SeenBy({ form }: Props) {
  const { visibility } = form.values;
  return (
    <Select
      label="Who sees it"
      data={choicesOf(visibility === "restricted" ? VISIBILITIES : CHOOSABLE)}
      disabled={visibility === "restricted"}
      description={visibility === "restricted" ? `${restricted}, as its source says` : undefined}
      allowDeselect={false}
      {...form.getInputProps("visibility")}
    />
  );
}
