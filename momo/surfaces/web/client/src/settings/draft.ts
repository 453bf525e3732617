import type { Schemas } from "../api/client";

export type Settings = Schemas["RetrievalSettingsItem"];
export type Parameter = Schemas["ParameterItem"];
export type Changes = Schemas["RetrievalSettingsBodyRequest"];

/** Settings as they are being changed: null goes back to the default. */
export interface Draft {
  backend: Settings["backend"];
  graph: Settings["graph"];
  numbers: Readonly<Record<string, number>>;
  /** The names of what would be the team's own choice. */
  own: ReadonlySet<string>;
}

export function draftOf(settings: Settings): Draft {
  return {
    backend: settings.backend,
    graph: settings.graph,
    numbers: Object.fromEntries(settings.parameters.map(({ name, value }) => [name, value])),
    own: new Set(settings.chosen),
  };
}

/** The draft with one number, which becomes the team's own choice, or goes back to the default. */
export function withNumber(draft: Draft, parameter: Parameter, value: number | null): Draft {
  const own = new Set(draft.own);
  if (value === null) own.delete(parameter.name);
  else own.add(parameter.name);
  return {
    ...draft,
    own,
    numbers: { ...draft.numbers, [parameter.name]: value ?? parameter.default },
  };
}

/** The draft with all numbers at their defaults. */
export function withDefaults(draft: Draft, settings: Settings): Draft {
  return settings.parameters.reduce((next, each) => withNumber(next, each, null), draft);
}

/** What differs from the settings, as the API takes it. */
export function changesOf(draft: Draft, settings: Settings): Changes {
  const parameters: Record<string, number | null> = {};
  for (const { name, value, chosen } of settings.parameters) {
    const isOwn = draft.own.has(name);
    if (isOwn && (!chosen || draft.numbers[name] !== value)) {
      parameters[name] = draft.numbers[name] ?? null;
    }
    if (!isOwn && chosen) parameters[name] = null;
  }
  return {
    ...(draft.backend === settings.backend ? {} : { backend: draft.backend }),
    ...(draft.graph === settings.graph ? {} : { graph: draft.graph }),
    ...(Object.keys(parameters).length ? { parameters } : {}),
  };
}

export function isChanged(changes: Changes): boolean {
  return Object.keys(changes).length > 0;
}
