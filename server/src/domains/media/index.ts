import { join } from 'node:path'
import { httpUrl } from '@stoa/contract'
import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { FetchBusy } from '../../platform/fetcher/fetch-pool.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMediaAddresses, type MediaAddresses, NOT_PUBLIC } from './media-addresses.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'

export type MediaDomain = ReturnType<typeof registerMedia>

/** `origins`: of the domains that this installation serves. */
export function registerMedia(platform: Platform, { origins }: { origins: string[] }) {
  const { config, secret, fetchers } = platform
  const media = createMediaAddresses({ secret, url: config.url, origins })
  const pictures = createPictureCache({ folder: join(config.dataFolder, 'pictures'), fetcher: fetchers.pictures })
  pictureRoutes(platform.mount, { media, pictures })
  platform.jobs.schedule({ name: 'remove old pictures', everyMs: 10 * MINUTE_MS, run: () => pictures.sweep() })
  return { media, pictures }
}

const NO_PICTURE = 'No picture can be loaded from this address.'
const BUSY_FOR_MS = 5000

/** Apart from the calls that save an address: those work in a transaction, which must not wait for another site. */
function pictureRoutes(mount: Mount, { media, pictures }: { media: MediaAddresses; pictures: PictureCache }): void {
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
