/** The name of a source, without the way to the file or folder on the server that it was read from. */
export function sourceTitle(name: string): string {
  return name.replace(/: \/.*\/([^/]+)\/?$/, ": $1");
}
