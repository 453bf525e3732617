import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "../api/queries";
import { DialogHost } from "./DialogHost";
import { nonce } from "./nonce";
import { Notices } from "./Notices";
import { contrastingVariables, theme } from "./theme";

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={contrastingVariables}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      <QueryClientProvider client={queryClient}>
        <DialogHost />
        <Notices />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
