import { join } from 'node:path'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openStorage } from '../../../platform/storage/open-storage.ts'
import type { PartnerOriginsDomain } from '../partner-origins/index.ts'
import { createFileAccesses } from './file-access.ts'
import { typeOfFile } from './files.ts'
import { createImageConverter } from './image-converter.ts'
import { createMediaAddresses } from './media-addresses.ts'
import { findMissingFiles } from './missing-files.ts'
import { createPictureCache } from './picture-cache.ts'
import { createPictureCheck } from './picture-check.ts'
import { createProcessing } from './processor.ts'
import { createMediaService } from './service.ts'
import { mediaTables } from './tables.ts'
import { createHttpTranscripts } from './transcript-provider.ts'
import { createTranscripts } from './transcripts.ts'
import { createUploads } from './uploads.ts'
import { createVideoConverter } from './video-converter.ts'

export { CAPTIONS_FILE, isStill, SENT_FILE } from './files.ts'
export { fitsPlace, type MediaAddresses, NOT_PUBLIC, shownContent, WRONG_PLACE, withMedia } from './media-addresses.ts'
export { type MediaService, TRANSCRIPT_ENDED } from './service.ts'
export type { Transcripts } from './transcripts.ts'
export type { UploadHeaders } from './uploads.ts'

/** `registry`: the served domains. */
type Earlier = PartnerOriginsDomain & { tenantSettings: { registry: { origins(): readonly string[] } } }
export type MediaDomain = ReturnType<typeof registerMedia>
export const mediaDomain = { tables: mediaTables, register: registerMedia }

function registerMedia(platform: Platform, earlier: Earlier) {
  const { config, secret } = platform
  const media = createMediaAddresses({ secret, url: config.url, origins: earlier.tenantSettings.registry.origins })
  const pictures = createPictureCache({
    folder: join(config.dataFolder, 'pictures'),
    fetcher: earlier.fetchers.pictures,
  })
  platform.jobs.schedule({ name: 'remove old pictures', everyMs: 10 * MINUTE_MS, run: () => pictures.sweep() })
  const workFolder = join(config.dataFolder, 'uploads', 'work')
  const storage = openStorage(config)
  const fileAccesses = createFileAccesses(platform)
  const uploaded = createMediaService({ ...platform, storage, accesses: fileAccesses })
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
    images: { short: createImageConverter(), long: createImageConverter() },
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
  const checkPicture = createPictureCheck({ media, pictures })
  return {
    media,
    pictures,
    checkPicture,
    fileAccesses,
    uploaded,
    uploads,
    transcripts,
    storage,
    typeOfFile,
    missingFiles,
  }
}
