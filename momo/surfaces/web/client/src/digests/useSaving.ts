import { $api } from "../api/client";
import { ApiProblem } from "../api/problem";
import { useReread } from "../api/useReread";
import { ifMatch } from "../api/versioned";
import type { Subscription } from "./Subscriptions";
import { bodyOf, type Values } from "./subscriptionValues";

/** Makes a subscription, or changes one where nobody else did since it was read. */
export function useSaving(
  subscription: Subscription | null,
  etag: string,
  onDone: () => void,
  setErrors: (errors: Record<string, string>) => void,
) {
  const reread = useReread("/api/v1/digest-subscriptions");
  const options = {
    onError: (error: unknown) => {
      if (error instanceof ApiProblem) setErrors({ ...error.fields });
    },
    onSuccess: () => {
      void reread();
      onDone();
    },
  };
  const add = $api.useMutation("post", "/api/v1/digest-subscriptions", options);
  const change = $api.useMutation(
    "patch",
    "/api/v1/digest-subscriptions/{subscription_id}",
    options,
  );
  return {
    busy: add.isPending || change.isPending,
    error: add.error ?? change.error,
    run: (values: Values) =>
      subscription
        ? change.mutate({
            params: { path: { subscription_id: subscription.id }, header: ifMatch(etag) },
            body: bodyOf(values),
          })
        : add.mutate({ body: { ...bodyOf(values), reader: values.reader } }),
  };
}
