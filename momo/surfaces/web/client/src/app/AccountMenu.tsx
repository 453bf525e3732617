import { ActionIcon, Avatar, Menu, Text, useMantineColorScheme } from "@mantine/core";
import {
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconSunMoon,
  IconUser,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useMe } from "../api/session";
import { signOut } from "../auth/signOut";
import { InertText } from "../pieces/InertText";
import { showShortcuts } from "./useShortcuts";

const SCHEMES = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "As the system", icon: IconSunMoon },
] as const;

export function AccountMenu() {
  const me = useMe();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" radius="xl" size={36} aria-label="Your account">
          <Avatar color="pine" size={32} alt="">
            <IconUser size={18} stroke={1.8} aria-hidden />
          </Avatar>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="bright" truncate>
            <InertText>{me.name}</InertText>
          </Text>
          <Text size="xs" truncate>
            {me.email}
          </Text>
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          onClick={() => navigate("/account")}
        >
          Account and security
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={showShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            aria-current={value === colorScheme}
            fw={value === colorScheme ? 600 : 400}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
