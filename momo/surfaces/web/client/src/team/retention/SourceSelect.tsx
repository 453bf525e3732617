import { Select } from "@mantine/core";
import { $api } from "../../api/client";
import { sourceName } from "../../pieces/SourceMark";

const ALL = "";

/** One source, or all of them. */
export function SourceSelect(props: object) {
  const files = $api.useQuery("get", "/api/v1/sources").data?.items ?? [];
  const connected = $api.useQuery("get", "/api/v1/connectors").data?.items ?? [];
  const names = [...new Set([...files, ...connected].map((each) => each.source))].sort();
  const data = [
    { value: ALL, label: "All sources" },
    ...names.map((value) => ({ value, label: sourceName(value) })),
  ];
  return <Select label="From" data={data} allowDeselect={false} w={200} {...props} />;
}
