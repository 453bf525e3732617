import { Stack, Tabs } from "@mantine/core";
import { Outlet, useLocation, useNavigate } from "react-router";
import { useMe } from "../api/session";
import { InertText } from "../pieces/InertText";
import { PageHeader } from "../pieces/PageHeader";

const TABS = [
  { to: "/team", label: "Members" },
  { to: "/team/keys", label: "Keys" },
  { to: "/team/retention", label: "Retention" },
  { to: "/team/general", label: "General" },
];

/** The team: who is in it, what acts for it, how long it keeps things, what it is called. */
export function TeamPage() {
  const me = useMe();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Team" description={me.team && <InertText>{me.team.name}</InertText>} />
      <Tabs value={pathname} onChange={(to) => navigate(to ?? "/team")} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map(({ to, label }) => (
            <Tabs.Tab key={to} value={to}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={pathname}>
          <Stack gap="lg" maw={860}>
            <Outlet />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
