import { useQuery, useQueryClient } from "@tanstack/react-query";
import { askSignedIn } from "../auth/allauth";
import { madePasskey } from "../auth/passkeys";

export interface Authenticator {
  type: "totp" | "recovery_codes" | "webauthn";
  created_at: number;
  last_used_at: number | null;
  id?: number;
  name?: string;
  unused_code_count?: number;
  total_code_count?: number;
}

export interface SessionItem {
  id: number;
  user_agent: string;
  ip: string;
  created_at: number;
  is_current: boolean;
}

const AUTHENTICATORS = ["account", "authenticators"];
const SESSIONS = ["account", "sessions"];

export function useAuthenticators() {
  return useQuery({
    queryKey: AUTHENTICATORS,
    queryFn: async () => (await askSignedIn<Authenticator[]>("GET", "account/authenticators")).data,
  });
}

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async () => (await askSignedIn<SessionItem[]>("GET", "auth/sessions")).data,
  });
}

/** Read again what a change may have changed. */
export function useReadAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["account"] });
}

export async function endSessions(sessions: number[]): Promise<void> {
  await askSignedIn("DELETE", "auth/sessions", { sessions });
}

export async function changePassword(current: string, next: string): Promise<void> {
  const body = { current_password: current, new_password: next };
  await askSignedIn("POST", "account/password/change", body);
}

/** What an authenticator app is set up with: as an address for a picture, and to type. */
export interface Setup {
  secret: string;
  totp_url: string;
}

export async function beginApp(): Promise<Setup> {
  const path = "account/authenticators/totp";
  return (await askSignedIn<unknown, Setup>("GET", path)).meta;
}

export async function turnOnApp(code: string): Promise<void> {
  await askSignedIn("POST", "account/authenticators/totp", { code: code.trim() });
}

export async function turnOffApp(): Promise<void> {
  await askSignedIn("DELETE", "account/authenticators/totp");
}

type Codes = { unused_codes?: string[] };

/** The recovery codes that came with a first second factor; none where they were shown before. */
export async function readCodes(): Promise<string[]> {
  const path = "account/authenticators/recovery-codes";
  return (await askSignedIn<Codes>("GET", path)).data.unused_codes ?? [];
}

export async function renewCodes(): Promise<string[]> {
  const path = "account/authenticators/recovery-codes";
  return (await askSignedIn<Codes>("POST", path, {})).data.unused_codes ?? [];
}

const PASSKEYS = "account/authenticators/webauthn";

/** Returns whether recovery codes came with it. */
export async function addPasskey(name: string): Promise<boolean> {
  type Creation = { creation_options: { publicKey: object } };
  const { data } = await askSignedIn<Creation>("GET", `${PASSKEYS}?passwordless`);
  const credential = await madePasskey(data.creation_options.publicKey);
  const body = { name, credential, passwordless: true };
  type Meta = { recovery_codes_generated: boolean };
  return (await askSignedIn<unknown, Meta>("POST", PASSKEYS, body)).meta.recovery_codes_generated;
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await askSignedIn("PUT", PASSKEYS, { id, name });
}

export async function removePasskey(id: number): Promise<void> {
  await askSignedIn("DELETE", PASSKEYS, { authenticators: [id] });
}
