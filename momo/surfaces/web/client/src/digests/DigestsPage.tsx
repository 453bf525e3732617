import { Tabs } from "@mantine/core";
import { useSearchParams } from "react-router";
import { PageHeader } from "../pieces/PageHeader";
import { DigestReader } from "./DigestReader";
import { SentList } from "./SentList";
import { Subscriptions } from "./Subscriptions";

const LISTS = ["read", "sent", "subscriptions"] as const;

/** What happened in a period, to read here or to have sent. */
export function DigestsPage() {
  const [query, setQuery] = useSearchParams();
  const shown = LISTS.find((each) => each === query.get("show")) ?? "read";
  return (
    <>
      <PageHeader
        title="Digests"
        description="What was decided, what changed and what is owed, for a day, a week or a month."
      />
      <Tabs
        value={shown}
        onChange={(wanted) => setQuery(wanted ? { show: wanted } : {})}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="read">Read</Tabs.Tab>
          <Tabs.Tab value="sent">Sent</Tabs.Tab>
          <Tabs.Tab value="subscriptions">Subscriptions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="read">
          <DigestReader />
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          <SentList />
        </Tabs.Panel>
        <Tabs.Panel value="subscriptions">
          <Subscriptions />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
