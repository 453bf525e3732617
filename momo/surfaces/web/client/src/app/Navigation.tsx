import { Badge, NavLink, Stack, Text } from "@mantine/core";
import { NavLink as RouterLink, useLocation } from "react-router";
import { useIsAdmin } from "../api/session";
import { useNavigationCounts } from "./counts";
import { type NavigationItem, navigation } from "./navigation";

export function Navigation() {
  const isAdmin = useIsAdmin();
  const counts = useNavigationCounts();
  return (
    <Stack gap="md">
      {navigation.map((group) => (
        <div key={group.label}>
          <Text component="h2" size="xs" fw={600} c="dimmed" px="sm" pb={4}>
            {group.label}
          </Text>
          {group.items
            .filter((item) => isAdmin || !item.admin)
            .map((item) => (
              <Item key={item.to} item={item} count={counts[item.to] ?? 0} />
            ))}
        </div>
      ))}
    </Stack>
  );
}

function Item({ item, count }: { item: NavigationItem; count: number }) {
  const { pathname } = useLocation();
  const active = pathname === item.to || pathname.startsWith(`${item.to}/`);
  return (
    <NavLink
      component={RouterLink}
      to={item.to}
      label={item.label}
      active={active}
      py={6}
      bdrs="md"
      leftSection={<item.icon size={18} stroke={1.6} aria-hidden />}
      rightSection={
        count > 0 && (
          <Badge size="sm" variant="default" circle={count < 10}>
            <span className="tabular">{count}</span>
          </Badge>
        )
      }
    />
  );
}
