/** Bytes of a file that tell what it is. */
export const HEAD_BYTES = 256

/**
 * Media type of a picture by its first bytes, whatever its server calls it; null for everything else. SVG is no picture
 * here: it is a document, with links and scripts.
 */
export function pictureType(head: Buffer): string | null {
  const text = head.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBPVP8[ LX]/.test(text)) return 'image/webp'
  return isAvif(head, text) ? 'image/avif' : null
}

/** An AVIF file names its brand in its first box: as the major one, or among those that it is compatible with. */
function isAvif(head: Buffer, text: string): boolean {
  if (text.slice(4, 8) !== 'ftyp') return false
  const brands = text.slice(8, Math.min(head.readUInt32BE(0), HEAD_BYTES))
  return /^(?:[^]{4})*?avi[fs]/.test(brands)
}
