import { type CallOutput, httpUrl, type Me } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'
import { FetchBusy } from '../../../platform/fetcher/fetch-pool.ts'
import { type MediaAddresses, NOT_PUBLIC } from './media-addresses.ts'
import type { PictureCache } from './picture-cache.ts'

const NO_PICTURE = 'No picture can be loaded from this address.'
const BUSY_FOR_MS = 5000

/**
 * Fetches a picture before its address is saved. Calls that save an address don't fetch: their transactions must not
 * wait for other sites.
 */
export function createPictureCheck({ media, pictures }: { media: MediaAddresses; pictures: PictureCache }) {
  return async ({ id: userId }: Me, url: string): Promise<CallOutput<'pictureCheck'>> => {
    const refused = (message: string) => new DomainError('VALIDATION_FAILED', [{ field: 'url', message }])
    const stored = media.stored(url)
    if (stored === null) throw refused(NOT_PUBLIC)
    const foreign = httpUrl(stored)?.href
    if (foreign !== undefined && !(await pictures.find(foreign))) {
      await pictures.fetch(foreign, { userId }).catch((error: unknown) => {
        throw error instanceof FetchBusy ? new DomainError('BUSY', { retryAfterMs: BUSY_FOR_MS }) : refused(NO_PICTURE)
      })
    }
    return { url: media.picture(stored) }
  }
}
