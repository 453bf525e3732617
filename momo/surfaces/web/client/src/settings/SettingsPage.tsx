import { Tabs } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useIsAdmin } from "../api/session";
import { PageHeader } from "../pieces/PageHeader";
import { IndexStatus } from "./IndexStatus";
import { Providers } from "./Providers";
import { SearchSettings } from "./SearchSettings";
import { Thresholds } from "./Thresholds";

/** How the team's memory works: its search, its models, and where it draws its lines. */
export function SettingsPage() {
  const isAdmin = useIsAdmin();
  const [query, setQuery] = useSearchParams();
  const panels = PANELS.filter((panel) => isAdmin || !panel.admin);
  const shown = panels.find((panel) => panel.value === query.get("show"))?.value ?? "search";
  return (
    <>
      <PageHeader title="Settings" description="How the team's memory is searched and kept." />
      <Tabs
        value={shown}
        onChange={(wanted) => setQuery(wanted ? { show: wanted } : {})}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {panels.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panels.map(({ value, panel }) => (
          <Tabs.Panel key={value} value={value}>
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

const PANELS = [
  { value: "search", label: "Search", panel: <SearchSettings />, admin: false },
  { value: "models", label: "Models", panel: <Providers />, admin: true },
  { value: "index", label: "Index", panel: <IndexStatus />, admin: false },
  { value: "thresholds", label: "Thresholds", panel: <Thresholds />, admin: false },
];
