import { mediaIdOf } from '@stoa/contract'

/** Every file name of an upload, with its type; other names are never served. */
const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  vtt: 'text/vtt; charset=utf-8',
}
const NAME =
  /^(?:(?:original|poster|\d{2,4})\.(?:webp|avif)|video\.(?:mp4|webm)|audio\.(?:mp3|m4a|ogg|webm)|captions\.vtt)$/

/** The original file, which is never served. */
export const SENT_FILE = 'sent'

export const POSTER_FILE = 'poster.webp'
export const CAPTIONS_FILE = 'captions.vtt'

/** The type a file is served as; null: it isn't served. */
export function typeOfFile(name: string): string | null {
  if (name.length > 40 || !NAME.test(name)) return null
  if (name === 'audio.webm') return 'audio/webm'
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? null
}

/** Path of a file on the forum. */
export function mediaPath(id: string, name: string): string {
  return `/media/${id}/${name}`
}

/** Ids of the uploads in stored addresses. */
export function mediaIdsIn(addresses: Iterable<string>): string[] {
  return [...new Set([...addresses].map(mediaIdOf))].filter((id) => id !== null)
}
