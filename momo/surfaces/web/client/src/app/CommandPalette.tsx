import "@mantine/spotlight/styles.css";
import { useDebouncedValue, useMounted } from "@mantine/hooks";
import { createSpotlightStore, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconGavel, IconMessageQuestion } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { type NavigateFunction, useNavigate } from "react-router";
import { $api } from "../api/client";
import { useIsAdmin } from "../api/session";
import { navigation } from "./navigation";
import { paletteStore } from "./palette";

const DEBOUNCE_MS = 150;
const FOUND = 6; // decisions that are offered

// Closed when it is first drawn: it notes where the focus was, to give it back, as it opens.
const CLOSED = createSpotlightStore();

/** Every page and, as one types, the decisions that have these words. */
export default function CommandPalette() {
  const isThere = useMounted();
  const [query, setQuery] = useState("");
  const actions = [...usePages(query), ...useFound(query)];
  return (
    <Spotlight
      store={isThere ? paletteStore : CLOSED}
      returnFocus
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      filter={(_, all) => all}
      shortcut={null} // heeded before this is loaded
      nothingFound="Nothing has these words"
      searchProps={{ placeholder: "Search decisions, or go to a page", "aria-label": "Search" }}
      overlayProps={{ backgroundOpacity: 0.6, blur: 0 }} // as of every dialog
      scrollable
      maxHeight={420}
    />
  );
}

function usePages(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const words = query.trim().toLowerCase();
  const pages = navigation
    .flatMap((group) => group.items)
    .filter((item) => isAdmin || !item.admin)
    .filter((item) =>
      [item.label, ...(item.keywords ?? [])].join(" ").toLowerCase().includes(words),
    )
    .map((item) => ({
      id: item.to,
      label: item.label,
      leftSection: <item.icon size={18} stroke={1.6} aria-hidden />,
      onClick: () => navigate(item.to),
    }));
  return words ? [asking(query, navigate), ...pages] : pages;
}

function asking(query: string, navigate: NavigateFunction): SpotlightActionData {
  return {
    id: "ask",
    label: `Ask: ${query}`,
    leftSection: <IconMessageQuestion size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate(`/ask?q=${encodeURIComponent(query)}`),
  };
}

function useFound(query: string): SpotlightActionData[] {
  const navigate = useNavigate();
  const [words] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const { data } = $api.useQuery(
    "get",
    "/api/v1/decisions",
    { params: { query: { q: words, limit: FOUND } } },
    { enabled: words.length > 1, placeholderData: keepPreviousData },
  );
  if (!words) return [];
  return (data?.items ?? []).map((decision) => ({
    id: decision.id,
    label: decision.title,
    description: decision.source,
    leftSection: <IconGavel size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate(`/decisions/${decision.id}`),
  }));
}
