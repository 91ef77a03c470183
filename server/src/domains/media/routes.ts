import { httpUrl } from '@stoa/contract'
import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { FetchBusy } from '../../platform/fetcher/fetch-pool.ts'
import { type MediaAddresses, NOT_PUBLIC } from './media-addresses.ts'
import type { PictureCache } from './picture-cache.ts'

const NO_PICTURE = 'No picture can be loaded from this address.'
const BUSY_FOR_MS = 5000

/** Apart from the calls that save an address: those work in a transaction, which must not wait for another site. */
export function pictureRoutes(
  mount: Mount,
  { media, pictures }: { media: MediaAddresses; pictures: PictureCache },
): void {
  mount('pictureCheck', async (context) => {
    const { id: userId } = viewerOf(context)
    const refused = (message: string) => new DomainError('VALIDATION_FAILED', [{ field: 'url', message }])
    const stored = media.stored(context.input.url)
    if (stored === null) throw refused(NOT_PUBLIC)
    const foreign = httpUrl(stored)?.href
    if (foreign !== undefined && !(await pictures.find(foreign))) {
      await pictures.fetch(foreign, { userId }).catch((error: unknown) => {
        throw error instanceof FetchBusy ? new DomainError('BUSY', { retryAfterMs: BUSY_FOR_MS }) : refused(NO_PICTURE)
      })
    }
    return { url: media.picture(stored) }
  })
}
