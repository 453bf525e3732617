import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useIsAdmin } from "../api/session";
import { EmptyState } from "../pieces/EmptyState";
import { PageHeader } from "../pieces/PageHeader";
import { AuditFilters } from "./AuditFilters";
import { AuditList } from "./AuditList";
import { asQuery, useFilters } from "./filters";
import { Verification } from "./Verification";

/** Who did what, and whether the record of it is whole. */
export function AuditPage() {
  const isAdmin = useIsAdmin();
  const { filters, set, clear } = useFilters();
  if (!isAdmin) {
    return (
      <>
        <PageHeader title="Audit log" />
        <EmptyState title="For owners and admins">
          Ask one of them for what you need to know, or for the role.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change to what the team has settled. It only ever grows, and each entry is chained to the one before it."
      >
        <Button
          component="a"
          href={exportOf(asQuery(filters))}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export CSV
        </Button>
      </PageHeader>
      <Verification />
      <AuditFilters filters={filters} onSet={set} onClear={clear} />
      <AuditList filters={filters} />
    </>
  );
}

function exportOf(query: Readonly<Record<string, string | undefined>>): string {
  const known = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  return `/api/v1/audit/export?${new URLSearchParams(known)}`;
}
