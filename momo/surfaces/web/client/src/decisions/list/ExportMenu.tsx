import { Button, Menu } from "@mantine/core";
import { IconBraces, IconDownload, IconFileZip, IconTable } from "@tabler/icons-react";
import type { ViewQuery } from "./filters";

const FORMATS = [
  { format: "csv", label: "Table (CSV)", icon: IconTable },
  { format: "json", label: "JSON", icon: IconBraces },
  { format: "adr", label: "Decision records (Markdown)", icon: IconFileZip },
] as const;

/** All that pass the filters, as a file. */
export function ExportMenu({ query }: { query: ViewQuery }) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label, icon: Icon }) => (
          <Menu.Item
            key={format}
            component="a"
            href={`/api/v1/decisions/export?${addressOf(query, format)}`}
            download
            leftSection={<Icon size={16} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function addressOf(query: ViewQuery, format: string): string {
  const address = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value]) address.append(name, String(each));
  return address.toString();
}
