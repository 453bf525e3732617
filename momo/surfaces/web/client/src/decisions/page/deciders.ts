import type { DecisionInFull } from "../words";

/** Whether somebody made a decision, as far as can be seen here; the server has the last word. */
export function isDecider(
  decision: Pick<DecisionInFull, "people">,
  me: { email: string | null; name: string },
): boolean {
  const deciders = decision.people.filter((person) => person.role === "decider");
  const asked = deciders.length
    ? deciders
    : decision.people.filter((person) => person.role === "author");
  return asked.some((person) =>
    person.email
      ? person.email.toLowerCase() === me.email?.toLowerCase()
      : Boolean(person.name) && person.name === me.name,
  );
}
