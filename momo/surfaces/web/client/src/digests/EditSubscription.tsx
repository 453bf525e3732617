import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client";
import { versioned } from "../api/versioned";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { SubscriptionForm } from "./SubscriptionForm";

/** Reads a subscription anew, with the version that a change is made from. */
export function EditSubscription({ id, onDone }: { id: string; onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["get", "/api/v1/digest-subscriptions", id],
    queryFn: async () =>
      versioned(
        await api.GET("/api/v1/digest-subscriptions/{subscription_id}", {
          params: { path: { subscription_id: id } },
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <ProblemAlert error={error} retry={() => refetch()} />;
  if (!data) return <Skeleton height={300} aria-label="Loading" />;
  return <SubscriptionForm subscription={data.value} etag={data.etag} onDone={onDone} />;
}
