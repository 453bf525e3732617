import { api, type Schemas } from "../api/client";
import { ApiProblem } from "../api/problem";
import { currentPerson, type Me } from "../api/session";

export interface Invited {
  token: string;
  /** What the invitation says; null where it is not valid any more. */
  invitation: Schemas["ShownInvitation"] | null;
  person: Me | null;
}

/** The token of an invitation, from its link or as it is. */
export function tokenOf(pasted: string): string {
  return pasted.trim().split("#").at(-1) ?? "";
}

export async function readInvitation(token: string): Promise<Invited> {
  const person = await currentPerson();
  try {
    const { data } = await api.POST("/api/v1/invitations/show", { body: { token } });
    return { token, invitation: data ?? null, person };
  } catch (error) {
    if (error instanceof ApiProblem && [400, 404].includes(error.status)) {
      return { token, invitation: null, person };
    }
    throw error;
  }
}

export async function acceptInvitation(token: string): Promise<void> {
  await api.POST("/api/v1/invitations/accept", { body: { token } });
}
