import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { FILM_MAX_PIXELS, IMAGE_MAX_PIXELS, MEDIA_MAX_BYTES } from '@stoa/contract'
import { memoize } from '../../../platform/cache/memoize.ts'
import { DomainError } from '../../../platform/domain-error.ts'

/** Streams of a video or recording. */
export interface ProbedVideo {
  kind: 'video' | 'audio'
  width: number
  height: number
  /** Null if the file doesn't say, as in browser recordings. */
  durationMs: number | null
  /** Average frames per second; 0 if the file doesn't say. Default 0. */
  rate?: number
  /** Transfer function of high dynamic range; default: the range is standard. */
  hdr?: string
}

/** Assumed where a file doesn't say. */
const USUAL_RATE = 30

/** How long a video with frames of this size and number may be, see `FILM_MAX_PIXELS`. */
export function longestFilmMs({ width, height, rate }: ProbedVideo): number {
  return (FILM_MAX_PIXELS / Math.max(1, width * height * (rate || USUAL_RATE))) * 1000
}

/** Converts videos and recordings to formats that every browser plays, with ffmpeg. */
export interface VideoConverter {
  /** Whether ffmpeg and ffprobe are installed. */
  isThere(): Promise<boolean>
  /** `type`: media type by content. Throws MEDIA_DAMAGED and similar errors. */
  probe(path: string, type: string): Promise<ProbedVideo>
  /** Creates `video.mp4` and `poster.png`, or `audio.m4a`, in a folder; returns what was made. */
  convert(about: {
    path: string
    type: string
    folder: string
    probed: ProbedVideo
    mostMs: number
  }): Promise<ProbedVideo>
}

/** The server's environment holds secrets, so programs don't get it. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' }
/** Size tolerance when ffmpeg stops at a limit. */
const LAST_PIECE_BYTES = 4 * 1024 * 1024
const PROBE_MS = 30_000
const CONVERT_MS = 30 * 60_000
const OUTPUT_MAX = 4_000_000
/** Largest single allocation, in bytes. */
const ALLOCATION_MAX = 512 * 1024 * 1024
const THREADS = '2'

/** Demuxers by content type, so that no file can act as a playlist of other files. */
const READERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'video/webm': 'matroska',
  'audio/webm': 'matroska',
  'video/matroska': 'matroska',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'video/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
}

const BOX =
  "scale=w='if(gt(iw,ih),min(1920,iw),min(1080,iw))':h='if(gt(iw,ih),min(1080,ih),min(1920,ih))':force_original_aspect_ratio=decrease:force_divisible_by=2"
const RATE_MAX = 60
/** Transfer functions of PQ and HLG. Players take 8-bit video with these tags for something else. */
const HDR = new Set(['smpte2084', 'arib-std-b67'])
/** Maps high dynamic range to the usual one. */
const toneMap = (transfer: string) =>
  [
    `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=100,format=gbrpf32le`,
    'zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv',
  ].join(',')
/** The same without tone mapping, for builds of ffmpeg that lack it. */
const RETAGGED =
  'scale=in_color_matrix=bt2020:out_color_matrix=bt709,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709'

interface Stream {
  codec_type?: string
  width?: number
  height?: number
  duration?: string
  disposition?: { attached_pic?: number }
  avg_frame_rate?: string
  color_transfer?: string
  tags?: { rotate?: string }
  side_data_list?: { rotation?: number }[]
}

/** `ffmpeg`, `ffprobe`: names or paths. Default: the usual places. */
export function createVideoConverter({ ffmpeg = 'ffmpeg', ffprobe = 'ffprobe' } = {}): VideoConverter {
  const checkPrograms = memoize(() =>
    Promise.all([ffmpeg, ffprobe].map((program) => run(program, ['-version'], PROBE_MS))),
  )

  /** Frames keep their times. The option was renamed in version 5.1. */
  const keepTimes = memoize(async () => {
    const [version = ''] = await checkPrograms()
    return [/version n?(?:[0-4]\.|5\.0)/.test(version) ? '-vsync' : '-fps_mode', 'vfr']
  })
  const mapsTones = memoize(async () => {
    const filters = await run(ffmpeg, ['-hide_banner', '-filters'], PROBE_MS)
    return / zscale /.test(filters) && / tonemap /.test(filters)
  })
  const filterOf = async ({ hdr }: ProbedVideo) =>
    [BOX, ...(hdr ? [(await mapsTones()) ? toneMap(hdr) : RETAGGED] : []), 'format=yuv420p'].join(',')

  const input = (path: string, type: string) => {
    const reader = READERS[type.split(';')[0] ?? '']
    if (reader === undefined) throw new DomainError('MEDIA_TYPE_UNSUPPORTED')
    // Local files only, regardless of what the file refers to.
    return [
      '-protocol_whitelist',
      'file,pipe',
      '-max_alloc',
      String(ALLOCATION_MAX),
      '-f',
      reader,
      '-i',
      `file:${path}`,
    ]
  }

  async function probeWith(path: string, type: string): Promise<ProbedVideo> {
    const format = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams']
    const output = await run(ffprobe, [...format, ...input(path, type)], PROBE_MS)
    const { streams = [], format: about = {} } = JSON.parse(output) as {
      streams?: Stream[]
      format?: { duration?: string }
    }
    const video = streams.find(
      ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
    )
    if (!video && !streams.some(({ codec_type }) => codec_type === 'audio')) throw new DomainError('MEDIA_DAMAGED')
    const seconds = Number(about.duration ?? video?.duration ?? Number.NaN)
    const durationMs = Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null
    if (!video) return { kind: 'audio', width: 0, height: 0, durationMs }
    const { width = 0, height = 0, color_transfer = '' } = video
    if (width * height > IMAGE_MAX_PIXELS) throw new DomainError('MEDIA_TOO_MUCH_VIDEO')
    const [frames = 0, perSeconds = 1] = (video.avg_frame_rate ?? '').split('/').map(Number)
    const rate = perSeconds > 0 && Number.isFinite(frames) ? frames / perSeconds : 0
    return {
      kind: 'video',
      width,
      height,
      durationMs,
      rate,
      ...(HDR.has(color_transfer) ? { hdr: color_transfer } : {}),
    }
  }

  /** The frame after one second, or the first one of a short video. */
  async function takeStill(
    film: string,
    { folder, durationMs }: { folder: string; durationMs: number },
  ): Promise<void> {
    const still = join(folder, 'poster.png')
    const at = durationMs > 3000 ? ['-ss', '1'] : []
    const args = ['-nostdin', '-v', 'error', '-y', ...at, ...input(film, 'video/mp4'), '-frames:v', '1', '-an']
    await run(ffmpeg, [...args, '-f', 'image2', '-update', '1', `file:${still}`], PROBE_MS)
    // The container may claim a longer duration than its video stream has.
    if (!existsSync(still)) throw new DomainError('MEDIA_DAMAGED')
  }

  return {
    isThere: () =>
      checkPrograms().then(
        () => true,
        () => false,
      ),
    probe: probeWith,
    async convert({ path, type, folder, probed, mostMs }) {
      const isVideo = probed.kind === 'video'
      const name = isVideo ? 'video.mp4' : 'audio.m4a'
      const outputPath = join(folder, name)
      const half = join(folder, `half-${name}`)
      const sound = ['-map', isVideo ? '0:a:0?' : '0:a:0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2']
      const picture = [
        // `V` skips covers, which may come first.
        ...['-map', '0:V:0', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
        // Keep the longest video within the upload limit.
        ...['-maxrate', '2800k', '-bufsize', '5600k'],
        ...['-threads', THREADS],
        // A maximum would also turn a variable rate into a constant one.
        ...((probed.rate ?? 0) > RATE_MAX ? ['-r', String(RATE_MAX)] : await keepTimes()),
      ]
      const limits = ['-t', String(mostMs / 1000 + 1), '-fs', String(MEDIA_MAX_BYTES)]
      const nothingElse = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']
      const args = ['-nostdin', '-v', 'error', '-y', '-threads', THREADS, ...input(path, type)]
      const shown = isVideo ? [...picture, '-vf', await filterOf(probed)] : ['-vn']
      const output = [...shown, ...sound, ...nothingElse, ...limits, '-movflags', '+faststart']
      await run(ffmpeg, [...args, ...output, '-f', 'mp4', `file:${half}`], CONVERT_MS)
      const result = await probeWith(half, 'video/mp4')
      if (result.kind !== probed.kind) throw new DomainError('MEDIA_DAMAGED')
      // ffmpeg stops at the size limit without an error.
      if ((await stat(half)).size >= MEDIA_MAX_BYTES - LAST_PIECE_BYTES) throw new DomainError('MEDIA_TOO_LARGE')
      await rename(half, outputPath)
      if (isVideo) await takeStill(outputPath, { folder, durationMs: result.durationMs ?? 0 })
      return result
    },
  }
}

/**
 * Runs a program to its end. Throws MEDIA_DAMAGED for unreadable files and MEDIA_FAILED for what takes too long, and
 * rethrows other failures, such as a full disk or the death of the program.
 */
function run(program: string, args: string[], timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let complaint = ''
    let ending: DomainError | null = null
    const end = (reason: DomainError) => {
      ending = reason
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end(new DomainError('MEDIA_FAILED')), timeoutMs)
    child.once('spawn', () => yieldTo(child))
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      if (output.length > OUTPUT_MAX) end(new DomainError('MEDIA_DAMAGED'))
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint = (complaint + part.toString()).slice(-2000)
    })
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve(output)
      else if (ending) reject(ending)
      else if (code === null) reject(new Error(`${program} was killed.`))
      else if (/No space left|Permission denied/i.test(complaint)) reject(new Error(complaint))
      else reject(new DomainError('MEDIA_DAMAGED', undefined, { cause: complaint }))
    })
  })
}

/** Lowers the priority, so that reads come first. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has already ended.
  }
}
