import { Box, Text } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { $api } from "../api/client";
import { byCursor } from "../api/pages";
import { EmptyState } from "../pieces/EmptyState";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import classes from "./AuditList.module.css";
import { AuditRow } from "./AuditRow";
import { asQuery, type Filters } from "./filters";

const PAGE = 100; // entries that are asked for at once
const ROW = 60; // pixels of a row before it is measured
const AHEAD = 20; // rows before the end from which the next page is asked for

/** The entries, newest first. Only those in sight are in the document, however long the log is. */
export function AuditList({ filters }: { filters: Filters }) {
  const pages = $api.useInfiniteQuery(
    "get",
    "/api/v1/audit",
    { params: { query: { ...asQuery(filters), limit: PAGE } } },
    byCursor,
  );
  const events = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => setTop(list.current?.offsetTop ?? 0), [pages.isPending]);
  const rows = useWindowVirtualizer({
    count: events.length,
    estimateSize: () => ROW,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (place) => events[place]?.id ?? place,
  });
  const inSight = rows.getVirtualItems();
  const last = inSight.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= events.length - AHEAD) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, events.length]);

  if (pages.isPending) return <PageSkeleton rows={8} />;
  if (pages.error) return <ProblemAlert error={pages.error} retry={() => pages.refetch()} />;
  if (!events.length) return <EmptyState title="No entry is like that" />;
  return (
    <>
      <div
        ref={list}
        role="feed"
        aria-label="Entries"
        aria-busy={isFetchingNextPage}
        className={classes.list}
        style={{ height: rows.getTotalSize() }}
      >
        {inSight.map((row) => {
          const event = events[row.index];
          if (!event) return null;
          return (
            <Box
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              className={classes.row}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              <AuditRow event={event} place={row.index + 1} known={events.length} />
            </Box>
          );
        })}
      </div>
      {isFetchingNextPage && (
        <Text size="sm" c="dimmed" ta="center" py="md">
          Reading on
        </Text>
      )}
    </>
  );
}
