/** The browser gives passkeys to named hosts over HTTPS, and to localhost; never to an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(window.location.hostname);
  return window.isSecureContext && "PublicKeyCredential" in window && !isAddress;
}

/** Someone closed the browser's dialog, or it ran out of time. */
export class PasskeyDismissed extends Error {}

export async function chosenPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return jsonOf(() => navigator.credentials.get({ publicKey }));
}

export async function madePasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return jsonOf(() => navigator.credentials.create({ publicKey }));
}

async function jsonOf(dialog: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await dialog();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new PasskeyDismissed();
}
