/**
 * Characters of text that are read in a minute: 238 words of 5.7 characters with their space (Brysbaert 2019, English
 * non-fiction). Scripts without spaces: 300 characters (Trauzettel-Klosinski and Dietz 2012: Chinese 255, Japanese 357).
 */
const PER_MINUTE = 238 * 5.7
const UNSPACED_PER_MINUTE = 300
/** From here on in Unicode are the scripts of East Asia. */
const UNSPACED_FROM = 0x2e80
/** Fields of blocks that hold text. */
const TEXT = /"(?:text|content|caption|title|message)":"([^"\\]*(?:\\.[^"\\]*)*)"/g

/**
 * Minutes that reading a post takes, at least 1; 0 for one without text. `content`: its stored document. Counted in the JSON
 * itself, since parsing a long story would take longer than reading it from the database.
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
