import { Group, SegmentedControl } from "@mantine/core";
import { useSearchParams } from "react-router";
import { PageHeader } from "../pieces/PageHeader";
import { CommitmentList } from "./CommitmentList";

const STATES = [
  { value: "open", label: "Open" },
  { value: "overdue", label: "Overdue" },
  { value: "due", label: "Due this week" },
  { value: "closed", label: "Closed" },
] as const;
const OWNERS = [
  { value: "me", label: "Mine" },
  { value: "all", label: "Everyone's" },
];

export type CommitmentState = (typeof STATES)[number]["value"];

/** Who owes what by when, and saying that it is done. */
export function CommitmentsPage() {
  const [query, setQuery] = useSearchParams();
  const state = STATES.find((each) => each.value === query.get("state"))?.value ?? "open";
  const owner = query.get("owner") === "me" ? "me" : "all";
  const set = (name: string, value: string) =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      after.set(name, value);
      return after;
    });
  return (
    <>
      <PageHeader
        title="Commitments"
        description="What somebody took on or was given, by when it is due. A later message that says it is done closes it; your word counts more."
      />
      <Group mb="lg" gap="sm">
        <SegmentedControl
          aria-label="State"
          data={[...STATES]}
          value={state}
          onChange={(value) => set("state", value)}
        />
        <SegmentedControl
          aria-label="Whose"
          data={OWNERS}
          value={owner}
          onChange={(value) => set("owner", value)}
        />
      </Group>
      <CommitmentList state={state} mine={owner === "me"} />
    </>
  );
}
