import { Stack } from "@mantine/core";
import { PageHeader } from "../pieces/PageHeader";
import { AppearanceSection } from "./AppearanceSection";
import { Confirming } from "./Confirming";
import { PasskeysSection } from "./PasskeysSection";
import { PasswordSection } from "./PasswordSection";
import { ProfileSection } from "./ProfileSection";
import { SecondFactorSection } from "./SecondFactorSection";
import { SessionsSection } from "./SessionsSection";

/** One's own account: who one is, how one signs in, and where one is signed in. */
export function AccountPage() {
  return (
    <Confirming>
      <PageHeader title="Account and security" description="Yours in every team that you are in." />
      <Stack gap="lg" maw={760}>
        <ProfileSection />
        <AppearanceSection />
        <PasswordSection />
        <SecondFactorSection />
        <PasskeysSection />
        <SessionsSection />
      </Stack>
    </Confirming>
  );
}
