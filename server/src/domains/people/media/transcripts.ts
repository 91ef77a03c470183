import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from '../../../platform/database/database.ts'
import { jobKind, type LeasedJob } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { isCaptions } from './captions.ts'
import { type MediaService, TRANSCRIPT_ENDED } from './service.ts'
import type { TranscriptProvider } from './transcript-provider.ts'

interface Dependencies extends Pick<Platform, 'jobs' | 'ids'> {
  /** Working folder. Leftovers may be deleted. */
  folder: string
  storage: Storage
  service: MediaService
  /** Null: captions are only uploaded by people. */
  provider: TranscriptProvider | null
}

const TRANSCRIBE = jobKind<{ mediaId: string }>('transcribe media')
/** Longer than the provider's timeout. */
const LEASE_MS = 25 * 60_000
const AT_ONCE = 2
/** Retries take up to a quarter of an hour; then the author is notified. */
const TRIES = 5

export type Transcripts = ReturnType<typeof createTranscripts>

/** Generates captions if there is a provider. */
export function createTranscripts({ jobs, ids, folder, storage, service, provider }: Dependencies) {
  async function transcribe({ payload: { mediaId }, assertLeased }: LeasedJob<{ mediaId: string }>): Promise<void> {
    const film = await service.byId(mediaId)
    if (!provider || film?.status !== 'ready' || (await service.captionsOf([mediaId])).size > 0) return
    const bytes = await storage.size(mediaId, film.file)
    if (bytes === null) return
    const captions = await provider.transcribe({
      body: await storage.read(mediaId, film.file),
      bytes,
      type: film.mime_type,
    })
    if (!isCaptions(captions)) throw new Error('The transcript provider answers with something else than WebVTT.')
    await assertLeased()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${ids.next()}.vtt`)
    try {
      await writeFile(path, captions)
      await service.addCaptions(mediaId, { path, bytes: captions.length })
    } finally {
      await rm(path, { force: true })
    }
  }

  jobs.leased(TRANSCRIBE, {
    leaseMs: LEASE_MS,
    concurrency: AT_ONCE,
    maxTries: TRIES,
    run: transcribe,
    onParked: async (tx, { payload }) => jobs.enqueue(tx, TRANSCRIPT_ENDED, { payload }),
  })

  return {
    /** Enqueues transcription of media without captions, once each. Does nothing without a provider. */
    later(tx: Transaction, mediaIds: readonly string[]): void {
      if (!provider) return
      for (const mediaId of mediaIds) jobs.enqueue(tx, TRANSCRIBE, { payload: { mediaId }, key: mediaId })
    },
  }
}
