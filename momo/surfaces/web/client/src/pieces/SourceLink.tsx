import { Anchor, type AnchorProps } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { safeUrl } from "./inert";

/** The way to the original, told by where it leads. Nothing where the address is none to follow. */
export function SourceLink({
  url,
  label,
  ...props
}: { url: string; label?: string } & AnchorProps) {
  const address = safeUrl(url);
  if (!address) return null;
  return (
    <Anchor
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      size="sm"
      {...props}
      title={address.href}
    >
      {label ?? `Open in ${address.host || address.protocol.replace(":", "")}`}
      <IconExternalLink size={14} aria-label="(opens in a new tab)" style={{ marginLeft: 4 }} />
    </Anchor>
  );
}
