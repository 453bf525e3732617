import { Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { $api } from "../api/client";
import { useMe } from "../api/session";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { useDismissed } from "../tour/dismissed";
import classes from "./chat.module.css";
import { Suggestions } from "./Suggestions";

const FirstRun = lazy(async () => ({ default: (await import("../tour/FirstRun")).FirstRun }));

/** Where nothing was asked yet. A team with nothing to ask about is led to something first. */
export function Welcome({ onAsk }: { onAsk: (question: string) => void }) {
  const { isDismissed, dismiss } = useDismissed(useMe().team?.slug ?? "");
  const { data, isError } = $api.useQuery("get", "/api/v1/memories", {
    params: { query: { limit: 1 } },
  });
  // What comes in during the tour does not end it.
  const [begunEmpty, setBegunEmpty] = useState<boolean | null>(null);
  if (begunEmpty === null && data) setBegunEmpty(data.items.length === 0);
  const leads = begunEmpty && !isDismissed;
  if (begunEmpty === null && !isError) return <div className={classes.scroll} aria-busy />;
  return (
    <div className={classes.scroll}>
      <Stack className={classes.column} gap="md" pt={leads ? "md" : "10vh"}>
        {leads ? (
          <Suspense fallback={<PageSkeleton rows={3} />}>
            <FirstRun onAsk={onAsk} onDismiss={dismiss} />
          </Suspense>
        ) : (
          <>
            <Text c="dimmed" maw="60ch">
              Ask what was decided, by whom and why, and whether it still holds. Every answer shows
              what it rests on.
            </Text>
            <Suggestions onAsk={onAsk} />
          </>
        )}
      </Stack>
    </div>
  );
}
