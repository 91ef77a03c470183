/**
 * Characters read per minute: 238 words of 5.7 characters, including the space (Brysbaert 2019, English non-fiction).
 * Scripts without spaces: 300 characters (Trauzettel-Klosinski and Dietz 2012: Chinese 255, Japanese 357).
 */
const PER_MINUTE = 238 * 5.7
const UNSPACED_PER_MINUTE = 300
/** First code point of East Asian scripts. */
const UNSPACED_FROM = 0x2e80
/** Fields of blocks that contain text. */
const TEXT = /"(?:text|content|caption|title|message)":"([^"\\]*(?:\\.[^"\\]*)*)"/g

/**
 * Minutes to read a post, at least 1; 0 without text. `content`: its stored document. Counts in the JSON itself,
 * because parsing a long story would take longer than reading it from the database.
 */
export function readingMinutes(content: string): number {
  let spaced = 0
  let unspaced = 0
  for (const [, text = ''] of content.matchAll(TEXT)) {
    let inTag = false
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code === 60) inTag = true
      else if (code === 62) inTag = false
      else if (!inTag && code >= UNSPACED_FROM) unspaced += 1
      else if (!inTag) spaced += 1
    }
  }
  return Math.ceil(spaced / PER_MINUTE + unspaced / UNSPACED_PER_MINUTE)
}
