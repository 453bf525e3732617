import {
  IconAffiliate,
  IconChartBar,
  IconChecklist,
  IconCoin,
  IconGavel,
  IconHistory,
  IconInbox,
  IconMail,
  IconMessageQuestion,
  IconPlugConnected,
  IconSettings,
  IconUpload,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from "@tabler/icons-react";

export interface NavigationItem {
  label: string;
  to: string;
  icon: TablerIcon;
  /** Words by which the command palette finds it as well. */
  keywords?: string[];
  /** Only for the team's owners and admins. */
  admin?: boolean;
}

interface NavigationGroup {
  label: string;
  items: NavigationItem[];
}

export const navigation: NavigationGroup[] = [
  {
    label: "Memory",
    items: [
      { label: "Ask", to: "/ask", icon: IconMessageQuestion, keywords: ["chat", "question"] },
      { label: "Decisions", to: "/decisions", icon: IconGavel, keywords: ["list", "search"] },
      { label: "People and things", to: "/entities", icon: IconUsersGroup, keywords: ["entities"] },
      { label: "Graph", to: "/graph", icon: IconAffiliate },
      { label: "Dashboard", to: "/dashboard", icon: IconChartBar, keywords: ["charts"] },
    ],
  },
  {
    label: "To do",
    items: [
      { label: "Inbox", to: "/inbox", icon: IconInbox, keywords: ["conflicts", "confirm"] },
      { label: "Commitments", to: "/commitments", icon: IconChecklist, keywords: ["due"] },
      { label: "Digests", to: "/digests", icon: IconMail, keywords: ["weekly", "subscribe"] },
    ],
  },
  {
    label: "Sources",
    items: [
      { label: "Integrations", to: "/integrations", icon: IconPlugConnected },
      { label: "Import", to: "/import", icon: IconUpload, keywords: ["mbox", "files", "slack"] },
    ],
  },
  {
    label: "Team",
    items: [
      { label: "Members", to: "/team", icon: IconUsers, keywords: ["invite", "agents", "keys"] },
      { label: "Settings", to: "/settings", icon: IconSettings, keywords: ["weights", "models"] },
      { label: "Webhooks", to: "/webhooks", icon: IconWebhook, admin: true },
      { label: "Usage", to: "/usage", icon: IconCoin, keywords: ["cost", "tokens", "budget"] },
      { label: "Audit log", to: "/audit", icon: IconHistory, admin: true },
    ],
  },
];
