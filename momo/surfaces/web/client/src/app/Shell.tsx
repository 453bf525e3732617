import { AppShell, Burger, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Suspense, useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router";
import { signedOut } from "../api/queries";
import { forgetAll } from "../api/session";
import { PageSkeleton } from "../pieces/PageSkeleton";
import { AccountMenu } from "./AccountMenu";
import { Logo } from "./Logo";
import { Navigation } from "./Navigation";
import { Overlays } from "./Overlays";
import { PaletteButton } from "./PaletteButton";
import { TeamMenu } from "./TeamMenu";

/** What surrounds every page of a team. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  useSignInAgain();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", md: "xl" }}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={opened ? "Close navigation" : "Open navigation"}
          />
          <Logo />
          <TeamMenu />
          <Group ml="auto" gap="xs" wrap="nowrap">
            <PaletteButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Main" component="nav">
        <AppShell.Section grow p="xs" style={{ overflowY: "auto" }}>
          <Navigation />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <Overlays />
      <ScrollRestoration />
    </AppShell>
  );
}

/** A session that ended while the page was open leads back to signing in, and then here. */
function useSignInAgain() {
  const navigate = useNavigate();
  useEffect(() => {
    const leave = () => {
      forgetAll();
      const here = window.location.pathname + window.location.search;
      navigate(`/sign-in?next=${encodeURIComponent(here)}`);
    };
    signedOut.addEventListener("ended", leave);
    return () => signedOut.removeEventListener("ended", leave);
  }, [navigate]);
}
