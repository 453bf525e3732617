import { SegmentedControl, Stack, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useIsAdmin } from "../api/session";
import { FormButtons } from "../pieces/FormButtons";
import { ProblemAlert } from "../pieces/ProblemAlert";
import { ScheduleFields } from "./ScheduleFields";
import type { Subscription } from "./Subscriptions";
import { valuesOf } from "./subscriptionValues";
import { TeamFields } from "./TeamFields";
import { useSaving } from "./useSaving";

/** When a digest is sent and where to. A team's goes to addresses or a channel, for its admins. */
export function SubscriptionForm({
  subscription,
  etag,
  onDone,
}: {
  subscription: Subscription | null;
  etag: string;
  onDone: () => void;
}) {
  const isAdmin = useIsAdmin();
  const form = useForm({ initialValues: valuesOf(subscription) });
  const save = useSaving(subscription, etag, onDone, form.setErrors);
  const { reader } = form.values;
  return (
    <form onSubmit={form.onSubmit(save.run)}>
      <Stack gap="md">
        {!subscription && isAdmin && (
          <SegmentedControl
            aria-label="Whose"
            data={[
              { value: "me", label: "For me" },
              { value: "team", label: "For the team" },
            ]}
            {...form.getInputProps("reader")}
          />
        )}
        <ScheduleFields form={form} />
        {reader === "team" && <TeamFields form={form} hasChannel={subscription?.slack ?? false} />}
        <Switch label="Send it" {...form.getInputProps("active", { type: "checkbox" })} />
        {!Object.keys(form.errors).length && <ProblemAlert error={save.error} />}
        <FormButtons loading={save.busy} onCancel={onDone}>
          {subscription ? "Save" : "Subscribe"}
        </FormButtons>
      </Stack>
    </form>
  );
}
