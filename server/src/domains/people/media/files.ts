import { mediaIdOf } from '@stoa/contract'

/** File names of an upload, with their types. No other names are served. */
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

/** The type a file is served as; null if it isn't served. */
export function typeOfFile(name: string): string | null {
  if (name.length > 40 || !NAME.test(name)) return null
  if (name === 'audio.webm') return 'audio/webm'
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? null
}

/** Path of an uploaded file on the forum. */
export function mediaPath(id: string, name: string): string {
  return `/media/${id}/${name}`
}

/** Whether an address is the still of an uploaded video. */
export function isStill(address: string): boolean {
  return mediaIdOf(address) !== null && address.endsWith(`/${POSTER_FILE}`)
}

/** Upload ids in stored addresses. */
export function mediaIdsIn(addresses: Iterable<string>): string[] {
  return [...new Set([...addresses].map(mediaIdOf))].filter((id) => id !== null)
}
