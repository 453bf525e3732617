import { type Answer, ask, type Flow } from "./allauth";
import { chosenPasskey } from "./passkeys";

/** How far signing in has come. */
export type Outcome =
  { step: "in" } | { step: "factor"; types: string[] } | { step: "verify" } | { step: "out" };

type Flows = { flows?: Flow[] };

export async function signIn(email: string, password: string): Promise<Outcome> {
  return outcome(await ask<Flows>("POST", "auth/login", { email, password }));
}

interface NewPerson {
  name: string;
  email: string;
  password: string;
  invitation?: string;
}

export async function signUp(person: NewPerson): Promise<Outcome> {
  return outcome(await ask<Flows>("POST", "auth/signup", person));
}

/** A code of an authenticator app, or a recovery code. */
export async function giveCode(code: string): Promise<Outcome> {
  return outcome(await ask<Flows>("POST", "auth/2fa/authenticate", { code: code.trim() }));
}

/** Sign in with a passkey: alone, or after the password. */
export async function givePasskey(when: "login" | "authenticate"): Promise<Outcome> {
  const path = `auth/webauthn/${when}`;
  const { data } = await ask<{ request_options: { publicKey: object } }>("GET", path);
  const credential = await chosenPasskey(data.request_options.publicKey);
  return outcome(await ask<Flows>("POST", path, { credential }));
}

/** Leave a sign-in that was begun. */
export async function startOver(): Promise<void> {
  await ask("DELETE", "auth/session");
}

export async function verifyAddress(key: string): Promise<Outcome> {
  return outcome(await ask<Flows>("POST", "auth/email/verify", { key }));
}

export async function askForReset(email: string): Promise<void> {
  await ask("POST", "auth/password/request", { email });
}

export async function resetPassword(key: string, password: string): Promise<void> {
  await ask("POST", "auth/password/reset", { key, password });
}

export async function isOpenForSignUp(): Promise<boolean> {
  type Config = { account: { is_open_for_signup: boolean } };
  return (await ask<Config>("GET", "config")).data.account.is_open_for_signup;
}

function outcome(answer: Answer<Flows>): Outcome {
  if (answer.status === 200) return { step: "in" };
  const pending = answer.data?.flows?.find((flow) => flow.is_pending);
  if (pending?.id === "mfa_authenticate") return { step: "factor", types: pending.types ?? [] };
  if (pending?.id === "verify_email") return { step: "verify" };
  return { step: "out" };
}
