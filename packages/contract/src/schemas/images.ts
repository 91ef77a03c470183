import * as z from 'zod'
import { MEDIA_URL_MAX_LENGTH } from '../limits.ts'
import { originalPicture } from '../paths.ts'
import { httpUrl, isPublicFilePath } from '../rules.ts'
import { string } from './scalars.ts'

/**
 * Address of a picture, video or recording: http(s), or the path of a public file of the forum. The server also refuses
 * other paths on the forum's own origin, so that a picture can't make a browser send a request with side effects.
 */
// The proxy's address of an external picture contains the encoded original.
export const mediaUrl = string(4000).check((context) => {
  const { value, issues } = context
  // A post may have hundreds, and parsing each again would take longer than all the rest.
  const url = value.startsWith('/') ? null : httpUrl(value)
  if (url === null && !isPublicFilePath(value)) {
    const message = 'Must be an http or https link, or the path of a public file.'
    issues.push({ code: 'custom', input: value, message, continue: false })
    return
  }
  const original = originalAddress(value)
  const length = original === value ? (url?.href ?? value).length : encodedLength(original)
  if (length <= MEDIA_URL_MAX_LENGTH) return
  issues.push({ code: 'custom', input: value, message: tooLong(MEDIA_URL_MAX_LENGTH), continue: true })
})

/** A media address with a lower limit. */
export function shortMediaUrl(max: number) {
  return mediaUrl.max(max).refine((url) => encodedLength(url) <= max, tooLong(max))
}

function tooLong(max: number): string {
  return `Must have at most ${max} characters, where a letter such as ü counts as six.`
}

/** Length of an address as encoded by browsers. */
function encodedLength(address: string): number {
  return httpUrl(address)?.href.length ?? address.length
}

/** The server detects forged ones by their signature. */
function originalAddress(url: string): string {
  try {
    return originalPicture(url)
  } catch {
    return url
  }
}

/** A picture with its size, so that its space can be reserved. */
export const image = z.object({
  url: mediaUrl,
  width: z.int().positive().max(20_000).optional(),
  height: z.int().positive().max(20_000).optional(),
  alt: string(500).optional().describe('Text for people who can’t see the picture.'),
  credit: string(500).optional(),
})
