import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { $api, type Schemas } from "../../api/client";
import { messageOf } from "../../api/problem";

/** Change all of them; says how many were changed, and why the others were not. */
export function useBulk(ids: string[], onDone: () => void) {
  const queries = useQueryClient();
  const { mutate, isPending } = $api.useMutation("post", "/api/v1/decisions/bulk", {
    onSuccess: (told) => {
      queries.invalidateQueries();
      say(told);
      onDone();
    },
    onError: (error: unknown) => notifications.show({ color: "red", message: messageOf(error) }),
  });
  const apply = (change: Partial<Schemas["BulkChangeRequest"]>) =>
    mutate({
      body: { ids, change, confirm: Boolean(change.delete) } as Schemas["BulkBodyRequest"],
    });
  return { apply, isPending };
}

function say({ items, changed, refused }: Schemas["BulkOutcomes"]) {
  const reasons = new Set(items.flatMap((item) => item.problem?.detail ?? []));
  notifications.show({
    color: refused ? "yellow" : undefined,
    title: refused ? `${refused} could not be changed` : undefined,
    message: [`${changed} changed.`, ...reasons].join(" "),
    autoClose: refused ? false : undefined,
  });
}
