/** A name after an @ that does not continue a word, an address or a path. */
const MENTION = /(?<![\p{L}\p{N}\p{M}_@.+/-])@([A-Za-z0-9_]{3,20})(?![\p{L}\p{N}\p{M}_@])/gu

/** People whom one comment can mention; and whom it can tell so, however often it is changed. */
export const MENTIONS_MAX = 10

/** The usernames that a text mentions, each once whatever its case, in order; whether they exist is for accounts to say. */
export function mentionedUsernames(text: string): string[] {
  const names = new Map<string, string>()
  for (const [, name = ''] of text.matchAll(MENTION)) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    if (names.size === MENTIONS_MAX) break
  }
  return [...names.values()]
}

/** A text in which nobody of that name is mentioned any more. */
export function withoutMention(text: string, username: string): string {
  return text.replaceAll(MENTION, (whole, name: string) =>
    name.toLowerCase() === username.toLowerCase() ? '@deleted' : whole,
  )
}
