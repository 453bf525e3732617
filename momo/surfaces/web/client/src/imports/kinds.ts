import { $api, type Schemas } from "../api/client";

export type FileKind = Schemas["SourceKind"];
export type KindName = NonNullable<Schemas["UploadItem"]["kind"]>;

/** The kinds of exports that can be handed in here. */
export function useFileKinds(): FileKind[] {
  const { data } = $api.useQuery("get", "/api/v1/sources", {}, { staleTime: Infinity });
  return (data?.items ?? []).filter((kind) => kind.accepts.length > 0);
}
