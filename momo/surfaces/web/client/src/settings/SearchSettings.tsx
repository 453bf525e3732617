import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client";
import { useIsAdmin } from "../api/session";
import { versioned } from "../api/versioned";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { SearchForm } from "./SearchForm";

export const SETTINGS_KEY = ["get", "/api/v1/retrieval/settings", "versioned"];

/** How results are ranked: everybody may look and try, admins keep it. */
export function SearchSettings() {
  const isAdmin = useIsAdmin();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: async () => versioned(await api.GET("/api/v1/retrieval/settings")),
  });
  if (isPending) return <PageSkeleton rows={6} />;
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  return (
    <>
      {!isAdmin && (
        <Alert variant="outline" color="gray" mb="lg">
          You can try other settings on your own questions. Owners and admins keep them.
        </Alert>
      )}
      <SearchForm key={data.etag} settings={data.value} etag={data.etag} isAdmin={isAdmin} />
    </>
  );
}
