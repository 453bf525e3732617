import type { Schemas } from "../../api/client";

type Role = Schemas["Member"]["role"];

export const ROLES: Record<Role, string> = { owner: "Owner", admin: "Admin", member: "Member" };

/** The roles that somebody may give to a member, or to a new one; none where they may not. */
export function rolesToGive(own: Role | undefined, present?: Role) {
  if (own !== "owner" && (own !== "admin" || present === "owner")) return [];
  const roles: Role[] = own === "owner" ? ["owner", "admin", "member"] : ["admin", "member"];
  return roles.map((value) => ({ value, label: ROLES[value] }));
}
