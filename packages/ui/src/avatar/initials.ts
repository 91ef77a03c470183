/** First letters of a name's first and last word; in usernames `_`, `.` and `-` end a word, too. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}\p{Extended_Pictographic}][^\s_.-]*/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => Array.from(word)[0]?.toUpperCase() ?? '').join('')
}

/** One of eight colours for an id, always the same (FNV-1a, 32 bit). */
export function tintOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % 8
}
