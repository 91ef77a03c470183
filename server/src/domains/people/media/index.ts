import { join } from 'node:path'
import { httpUrl } from '@stoa/contract'
import { type Mount, viewerOf } from '../../../platform/calls/mount.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { FetchBusy } from '../../../platform/fetcher/fetch-pool.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createS3Storage } from '../../../platform/storage/s3-storage.ts'
import { createFolderStorage } from '../../../platform/storage/storage.ts'
import type { PartnerOriginsDomain } from '../partner-origins/index.ts'
import { typeOfFile } from './files.ts'
import { createImageConverter } from './image-converter.ts'
import { createMediaAddresses, type MediaAddresses, NOT_PUBLIC } from './media-addresses.ts'
import { findMissingFiles } from './missing-files.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'
import { createProcessing } from './processor.ts'
import { createMediaService, type MediaService } from './service.ts'
import { mediaTables } from './tables.ts'
import { createHttpTranscripts } from './transcript-provider.ts'
import { createTranscripts } from './transcripts.ts'
import { createUploads } from './uploads.ts'
import { createVideoConverter } from './video-converter.ts'

export { CAPTIONS_FILE } from './files.ts'
export { type MediaAddresses, NOT_PUBLIC, shownContent, withMedia } from './media-addresses.ts'
export { type MediaService, TRANSCRIPT_ENDED } from './service.ts'
export type { Transcripts } from './transcripts.ts'
export type { UploadHeaders } from './uploads.ts'

/** `origins`: those of the served domains. */
type Earlier = PartnerOriginsDomain & { tenantSettings: { origins: string[] } }
export type MediaDomain = ReturnType<typeof registerMedia>
export const mediaDomain = { tables: mediaTables, register: registerMedia }

function registerMedia(platform: Platform, earlier: Earlier) {
  const { config, secret } = platform
  const media = createMediaAddresses({ secret, url: config.url, origins: earlier.tenantSettings.origins })
  const pictures = createPictureCache({
    folder: join(config.dataFolder, 'pictures'),
    fetcher: earlier.fetchers.pictures,
  })
  pictureRoutes(platform.mount, { media, pictures })
  platform.jobs.schedule({ name: 'remove old pictures', everyMs: 10 * MINUTE_MS, run: () => pictures.sweep() })
  const workFolder = join(config.dataFolder, 'uploads', 'work')
  const storage =
    config.s3 === null
      ? createFolderStorage(join(config.dataFolder, 'media'))
      : createS3Storage({ location: config.s3, folder: workFolder })
  const uploaded = createMediaService({ ...platform, storage })
  uploadedRoutes(platform.mount, uploaded)
  const transcripts = createTranscripts({
    ...platform,
    folder: workFolder,
    storage,
    service: uploaded,
    provider: config.transcriptsUrl === null ? null : createHttpTranscripts(config.transcriptsUrl),
  })
  const uploads = createUploads({ ...platform, folder: join(config.dataFolder, 'uploads'), storage, service: uploaded })
  const processing = createProcessing({
    ...platform,
    folder: workFolder,
    storage,
    service: uploaded,
    images: createImageConverter(),
    films: createVideoConverter(),
  })
  platform.jobs.schedule({
    name: 'remove unused media',
    everyMs: 10 * MINUTE_MS,
    async run() {
      await uploaded.sweep()
      await uploads.sweep()
      await processing.sweep()
    },
  })
  const missingFiles = () => findMissingFiles({ ...platform, storage })
  return { media, pictures, uploaded, uploads, transcripts, storage, typeOfFile, missingFiles }
}

function uploadedRoutes(mount: Mount, uploaded: MediaService): void {
  mount('mediaGet', (context) => uploaded.get(viewerOf(context), context.input.mediaId))
  mount('mediaList', (context) => uploaded.list(viewerOf(context), context.input))
  mount('mediaDelete', (context) => uploaded.delete(viewerOf(context), context.input.mediaId, context.tx))
}

const NO_PICTURE = 'No picture can be loaded from this address.'
const BUSY_FOR_MS = 5000

/**
 * Routes that fetch pictures. Calls that save an address don't fetch: their transactions must not wait for other sites.
 */
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
