import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ANIMATION_MAX_PIXELS,
  type ErrorCode,
  FILM_MAX_PIXELS,
  IMAGE_MAX_FRAMES,
  IMAGE_MAX_PIXELS,
  type MediaKind,
  maxBytesOf,
  maxDurationOf,
  mediaKindOf,
  uploadProblem,
} from '@stoa/contract'
import { HOUR_MS } from '../../../platform/clock.ts'
import { DomainError, isDomainError } from '../../../platform/domain-error.ts'
import type { LeasedJob } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Storage, unlessMissing } from '../../../platform/storage/storage.ts'
import { isCaptions } from './captions.ts'
import { CAPTIONS_FILE, POSTER_FILE, SENT_FILE, typeOfFile } from './files.ts'
import type { ImageConverter, ImageLimits } from './image-converter.ts'
import type { MediaRow } from './repository.ts'
import { type MediaService, PROCESSING_LANES, type ProcessingLane } from './service.ts'
import { longestFilmMs, type ProbedVideo, type VideoConverter } from './video-converter.ts'

interface Dependencies extends Pick<Platform, 'disk' | 'jobs' | 'logger'> {
  /** Working folder. Leftovers may be deleted. */
  folder: string
  storage: Storage
  service: MediaService
  /** Converters of the lanes, each with its process. */
  images: { short: ImageConverter; long: ImageConverter }
  films: VideoConverter
}

/** An uploaded file with its detected type. */
interface Upload {
  row: MediaRow
  path: string
  type: string
  lane: ProcessingLane
  job: LeasedJob<unknown>
}

/** A video that another lane converts. */
class TooLongHere extends Error {
  readonly cost: number
  constructor(cost: number) {
    super('This is left to another lane.')
    this.cost = cost
  }
}

/** Result of processing: columns of the row, and files in a folder. */
interface Made {
  change: Partial<MediaRow>
  files: string[]
}

const LEASE_MS = 5 * 60_000
/** Longer than any conversion. */
const FILM_LEASE_MS = 45 * 60_000
/** Pixels of all frames, up to which a picture takes a few seconds. */
const SHORT_MAX_PIXELS = 13_000_000
/** The same for videos and a few minutes: four of 1080p at 30 frames per second. */
const SHORT_FILM_MAX_PIXELS = 15_000_000_000
/** Retries after full disks and similar failures. Bad files are refused at once. */
const TRIES = 3
/** For recordings without a length limit. */
const LONGEST_MS = 12 * HOUR_MS
/** Formats that browsers play directly, by media type, with their file names. */
const PLAYED_AS_IT_IS: Readonly<Record<string, string>> = {
  'video/mp4': 'video.mp4',
  'video/x-m4v': 'video.mp4',
  'video/webm': 'video.webm',
  'audio/mpeg': 'audio.mp3',
  'audio/mp4': 'audio.m4a',
  'audio/x-m4a': 'audio.m4a',
  'audio/ogg': 'audio.ogg',
}
/** Names of files with sound only. */
const AS_AUDIO: Readonly<Record<string, string>> = { 'video.mp4': 'audio.m4a', 'video.webm': 'audio.webm' }
/** Longer than any processing. Older folders are leftovers. */
const LEFT_MS = 6 * HOUR_MS

/** Widths of picture versions in a post. */
const POST_WIDTHS = [480, 960, 1600]
const POST_MOST = { width: 2560, height: 16_000, animationWidth: 800 }
const PROFILE_WIDTHS = [96, 256]
const PROFILE_MOST = { width: 512, height: 512, animationWidth: 256 }

/** Processes uploads, one at a time in each lane. */
export function createProcessing({ folder, storage, service, images, films, disk, jobs, logger }: Dependencies) {
  const converterOf = (lane: ProcessingLane) => (lane === 'short' ? images.short : images.long)

  async function makeImage({ row, path, lane }: Upload, outputFolder: string): Promise<Made> {
    const isProfile = row.purpose === 'avatar' || row.purpose === 'logo'
    const { files, sizes, ...change } = await converterOf(lane).makeImage({
      path,
      folder: outputFolder,
      limits: limitsOf(row),
      widths: isProfile ? PROFILE_WIDTHS : POST_WIDTHS,
      most: isProfile ? PROFILE_MOST : POST_MOST,
    })
    return { change: { ...change, sizes: JSON.stringify(sizes), file: 'original.webp' }, files }
  }

  async function makeCaptions({ path }: Upload, outputFolder: string): Promise<Made> {
    const bytes = await readFile(path)
    if (!isCaptions(bytes)) throw new DomainError('MEDIA_DAMAGED')
    await writeFile(join(outputFolder, CAPTIONS_FILE), bytes)
    return { change: { file: CAPTIONS_FILE }, files: [CAPTIONS_FILE] }
  }

  /** Refuses files that are too long, if the duration is known. */
  function checkDuration({ purpose }: MediaRow, { kind, durationMs }: ProbedVideo): number {
    const most = maxDurationOf(purpose, kind)
    if (most !== null && durationMs !== null && durationMs >= most) throw new DomainError('MEDIA_TOO_LONG')
    return most ?? LONGEST_MS
  }

  function checkWork({ kind, durationMs }: ProbedVideo, longestMs: number): void {
    if (kind === 'video' && durationMs !== null && durationMs > longestMs) throw new DomainError('MEDIA_TOO_MUCH_VIDEO')
  }

  /**
   * Keeps the original if the server can't convert. Accepts only formats that browsers play, with a known duration if
   * it is limited.
   */
  async function keepFilm({ row, path, type, lane }: Upload, outputFolder: string): Promise<Made> {
    const file = PLAYED_AS_IT_IS[type.split(';')[0] ?? '']
    const probed = file ? await converterOf(lane).measure(path) : null
    const kind = probed?.kind ?? (file?.startsWith('video') ? 'video' : 'audio')
    const isLengthKnown = typeof probed?.durationMs === 'number'
    if (!file || (!isLengthKnown && maxDurationOf(row.purpose, kind) !== null)) {
      throw new DomainError('MEDIA_NOT_CONVERTIBLE')
    }
    if (probed) checkDuration(row, probed)
    const name = kind === 'audio' ? (AS_AUDIO[file] ?? file) : file
    await copyFile(path, join(outputFolder, name))
    const { width = 0, height = 0, durationMs = null } = probed ?? {}
    return { change: { kind, width, height, duration_ms: durationMs ?? -1, file: name }, files: [name] }
  }

  async function makeFilm(upload: Upload, outputFolder: string): Promise<Made> {
    if (!(await films.isThere())) return keepFilm(upload, outputFolder)
    const { row, path, type, lane } = upload
    const probed = await films.probe(path, type)
    const longestMs = longestFilmMs(probed)
    const mostMs = Math.min(checkDuration(row, probed), longestMs)
    checkWork(probed, longestMs)
    const share = (probed.durationMs ?? mostMs) / longestMs
    if (lane === 'films' && share * FILM_MAX_PIXELS > SHORT_FILM_MAX_PIXELS)
      throw new TooLongHere(share * FILM_MAX_PIXELS)
    const result = await films.convert({ path, type, folder: outputFolder, probed, mostMs })
    checkDuration(row, result)
    checkWork(result, longestMs)
    const { kind, width, height, durationMs } = result
    const change = { kind, width, height, duration_ms: durationMs ?? -1 }
    if (kind === 'audio') return { change: { ...change, file: 'audio.m4a' }, files: ['audio.m4a'] }
    const poster = await makeImage({ ...upload, path: join(outputFolder, 'poster.png') }, outputFolder)
    await rename(join(outputFolder, poster.change.file ?? ''), join(outputFolder, POSTER_FILE))
    const { placeholder = '' } = poster.change
    return {
      change: { ...change, placeholder, file: 'video.mp4', poster: POSTER_FILE },
      files: ['video.mp4', POSTER_FILE],
    }
  }

  const makers: Record<MediaKind, (upload: Upload, outputFolder: string) => Promise<Made>> = {
    image: makeImage,
    captions: makeCaptions,
    video: makeFilm,
    audio: makeFilm,
  }

  async function make(upload: Upload, kind: MediaKind): Promise<void> {
    const { row, job } = upload
    // Another process that lost its lease may still write to its own.
    const outputFolder = join(folder, `${row.id}-${job.tries}`)
    await rm(outputFolder, { recursive: true, force: true })
    await mkdir(outputFolder, { recursive: true, mode: 0o700 })
    try {
      const { change, files } = await makers[kind](upload, outputFolder)
      await job.assertLeased()
      for (const name of files) await storage.put(row.id, name, join(outputFolder, name))
      const isReady = await service.ready(row.id, { kind, ...change, mime_type: typeOfFile(change.file ?? '') ?? '' })
      if (isReady) await storage.remove(row.id, SENT_FILE)
      else await storage.removeAll(row.id)
    } finally {
      await rm(outputFolder, { recursive: true, force: true })
    }
  }

  /** Processes an upload, or leaves it to another lane. */
  async function process(row: MediaRow, about: Pick<Upload, 'lane' | 'job'>): Promise<void> {
    const { lane, job } = about
    // The results take about as much space.
    if (!(await disk.hasRoom(Number(row.bytes)))) throw new DomainError('STORAGE_FULL')
    const { path, release } = await storage.open(row.id, SENT_FILE)
    try {
      const { type, pixels } = await converterOf(lane).inspect(path, limitsOf(row))
      // It was announced with an accepted type.
      if (type === '') throw new DomainError('MEDIA_DAMAGED')
      const kind = mediaKindOf(type)
      const problem = uploadProblem({ purpose: row.purpose, kind, bytes: Number(row.bytes) })
      if (problem || kind === null) throw new DomainError(problem ?? 'MEDIA_TYPE_UNSUPPORTED')
      const isFilm = kind === 'video' || kind === 'audio'
      if (lane === 'short' && isFilm) await service.continueIn(row, { lane: 'films', cost: Number(row.bytes) })
      else if (lane === 'short' && pixels > SHORT_MAX_PIXELS) {
        await service.continueIn(row, { lane: 'largePictures', cost: pixels })
      } else await make({ row, path, type, lane, job }, kind)
    } catch (error) {
      if (!(error instanceof TooLongHere)) throw error
      await service.continueIn(row, { lane: 'longFilms', cost: error.cost })
    } finally {
      await release()
    }
  }

  async function attempt(job: LeasedJob<{ mediaId: string }>, lane: ProcessingLane): Promise<void> {
    const { mediaId } = job.payload
    const row = await service.byId(mediaId)
    if (row?.status !== 'processing') return
    try {
      await process(row, { lane, job })
    } catch (error) {
      const isFinal = isDomainError(error) && error.code !== 'STORAGE_FULL'
      if (!isFinal && job.tries + 1 < TRIES) throw error
      await job.assertLeased()
      const code: ErrorCode = isDomainError(error) ? error.code : 'MEDIA_FAILED'
      logger.info({ err: error, mediaId, code }, 'an upload was refused')
      await service.failed(mediaId, code)
    }
  }

  for (const lane of Object.keys(PROCESSING_LANES) as ProcessingLane[]) {
    jobs.leased(PROCESSING_LANES[lane], {
      leaseMs: lane === 'films' || lane === 'longFilms' ? FILM_LEASE_MS : LEASE_MS,
      takesTurns: true,
      maxTries: TRIES,
      run: (job) => attempt(job, lane),
      onParked: (tx, { payload }) => service.failed(payload.mediaId, 'MEDIA_FAILED', tx),
    })
  }

  return {
    /** Job: removes leftovers of processes that died. */
    async sweep(): Promise<void> {
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
        const path = join(folder, name)
        const fileStat = await stat(path).catch(unlessMissing)
        // Compare by file system time.
        if (fileStat && fileStat.mtimeMs < Date.now() - LEFT_MS) await rm(path, { recursive: true, force: true })
      }
    },
  }
}

function limitsOf({ purpose }: MediaRow): ImageLimits {
  return {
    bytes: maxBytesOf(purpose, 'image'),
    pixels: IMAGE_MAX_PIXELS,
    animationPixels: ANIMATION_MAX_PIXELS,
    frames: IMAGE_MAX_FRAMES,
  }
}
