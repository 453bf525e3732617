import type { Schemas } from "../api/client";

const DECIDED = "decider";

/** Who decided it or, where nobody is named as that, who said it. */
export function namesOf(people: readonly Schemas["PersonItem"][]): string {
  const deciders = people.filter((person) => person.role === DECIDED);
  const named = (deciders.length ? deciders : people.slice(0, 1)).map(
    (person) => person.name || person.handle || person.email || "",
  );
  return named.filter(Boolean).join(", ");
}
