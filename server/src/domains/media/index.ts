import { join } from 'node:path'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { createMediaAddresses } from './media-addresses.ts'
import { createPictureCache } from './picture-cache.ts'
import { pictureRoutes } from './routes.ts'

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
