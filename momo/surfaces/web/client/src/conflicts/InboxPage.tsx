import { Tabs } from "@mantine/core";
import { useSearchParams } from "react-router";
import { $api } from "../api/client";
import { PageHeader } from "../pieces/PageHeader";
import { Accuracy } from "./Accuracy";
import { AwaitingList } from "./AwaitingList";
import { ConflictList } from "./ConflictList";
import { SettledList } from "./SettledList";

const LISTS = ["conflicts", "awaiting", "settled", "accuracy"] as const;
type List = (typeof LISTS)[number];

/** What waits for a person to say which way it is. */
export function InboxPage() {
  const [query, setQuery] = useSearchParams();
  const list = LISTS.find((each) => each === query.get("show")) ?? "conflicts";
  const { data: waiting } = $api.useQuery("get", "/api/v1/inbox");
  const show = (wanted: string | null) => setQuery(wanted ? { show: wanted } : {});
  return (
    <>
      <PageHeader
        title="Inbox"
        description="What only a person can settle: decisions that contradict each other, and those that wait for the word of whoever made them."
      />
      <Tabs value={list} onChange={show} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="conflicts">{labelled("Conflicts", waiting?.conflicts)}</Tabs.Tab>
          <Tabs.Tab value="awaiting">{labelled("To confirm", waiting?.awaiting)}</Tabs.Tab>
          <Tabs.Tab value="settled">Settled</Tabs.Tab>
          <Tabs.Tab value="accuracy">Accuracy</Tabs.Tab>
        </Tabs.List>
        {LISTS.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {PANELS[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

const PANELS: Record<List, React.ReactNode> = {
  conflicts: <ConflictList />,
  awaiting: <AwaitingList />,
  settled: <SettledList />,
  accuracy: <Accuracy />,
};

function labelled(label: string, count: number | undefined) {
  return count ? `${label} (${count})` : label;
}
