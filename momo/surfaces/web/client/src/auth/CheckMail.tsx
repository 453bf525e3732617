import { Text } from "@mantine/core";
import { BareLink, BarePage } from "./BarePage";

const SAID = {
  verify: "We sent you a link. Open it to confirm that the address is yours, then sign in.",
  invited:
    "We sent you a link. Open it to confirm that the address is yours, then open the invitation " +
    "again to join.",
  reset: "If there is an account with this address, a link to set a new password is on its way.",
};

/** Where the next step is in a mailbox. */
export function CheckMail({ what }: { what: keyof typeof SAID }) {
  return (
    <BarePage
      title="Check your mail"
      footer={<BareLink to="/sign-in">Back to signing in</BareLink>}
    >
      <Text role="status">{SAID[what]}</Text>
      <Text mt="sm" c="dimmed" fz="sm">
        Nothing there after some minutes? Look among the junk mail, or try once more.
      </Text>
    </BarePage>
  );
}
