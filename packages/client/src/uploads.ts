import {
  declaredType,
  errors,
  type Media,
  type MediaKind,
  type MediaPurpose,
  maxDurationOf,
  mediaKindOf,
  UPLOADS_PATH,
  uploadProblem,
} from '@stoa/contract'
import type { DetailedError, Upload } from 'tus-js-client'
import { createClient } from './client.ts'
import type { Session } from './forum-session.ts'
import { errorCode, StoaError, type StoaErrorCode } from './stoa-error.ts'

/** Options of `createUploads`. */
export interface UploadsOptions {
  /** Address of the server without path, such as `https://forum.example`. Empty: the page's own origin. */
  origin: string
  /** Who uploads. */
  session: Pick<Session, 'getAccessToken' | 'refresh'>
  /** For calls. Default: the global `fetch`. */
  fetch?: typeof fetch
  /**
   * Delays before retries, in milliseconds; progress resets them. Default: half a second to half a minute, for some
   * minutes.
   */
  retryDelays?: readonly number[]
}

/** Progress of an upload. */
export interface UploadProgress {
  /** `sending`: being uploaded. `processing`: uploaded, being prepared. */
  phase: 'sending' | 'processing'
  sentBytes: number
  totalBytes: number
}

/** Options of one upload. */
export interface UploadOptions {
  /** What the file is for; determines the allowed types and sizes. */
  purpose: MediaPurpose
  /** Aborts the upload; uploaded parts are removed. */
  signal?: AbortSignal
  /** Called with its progress. */
  onProgress?: (progress: UploadProgress) => void
  /** Name of a blob. Default: the file's own name. */
  name?: string
  /** For captions: the video or recording they belong to. */
  captionsFor?: string
}

/** Uploads files to the server. */
export interface Uploads {
  /** Uploads a file and waits until it can be shown. Throws `StoaError` with the server's code. */
  upload(file: Blob, options: UploadOptions): Promise<Media>
}

/** Even a slow connection sends a piece within the server's limit of 30 seconds per request. */
const PIECE_BYTES = 2 * 1024 * 1024
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 15_000, ...Array.from({ length: 10 }, () => 30_000)]
const FIRST_LOOK_MS = 250
const LONGEST_LOOK_MS = 3000
/** If a file's metadata takes longer to read, the server checks it. */
const METADATA_MAX_MS = 3000
/** Failed polls in a row before giving up. */
const FAILED_LOOKS_MAX = 40

/** Creates an uploader. The tus library is loaded with the first file. */
export function createUploads(options: UploadsOptions): Uploads {
  const { origin, session, retryDelays = RETRY_DELAYS } = options
  const client = createClient({ baseUrl: origin, session, ...(options.fetch ? { fetch: options.fetch } : {}) })

  async function send(file: Blob, about: UploadOptions & { name: string; type: string }): Promise<string> {
    const { purpose, signal, onProgress, name, type, captionsFor } = about
    const { Upload } = await loadTus()
    if (signal?.aborted) throw abortError()
    return new Promise((resolve, reject) => {
      let isExpired = false
      const upload: Upload = new Upload(file as File, {
        endpoint: `${origin}${UPLOADS_PATH}`,
        chunkSize: PIECE_BYTES,
        retryDelays: [...retryDelays],
        storeFingerprintForResuming: false,
        metadata: { filename: name, filetype: type, purpose, ...(captionsFor ? { captionsFor } : {}) },
        async onBeforeRequest(request) {
          const token = await (isExpired ? session.refresh() : session.getAccessToken())
          isExpired = false
          // The library may still send a request that was about to start.
          if (signal?.aborted && request.getMethod() !== 'DELETE') throw abortError()
          if (token !== null) request.setHeader('Authorization', `Bearer ${token}`)
        },
        onShouldRetry(error) {
          const { code, status } = toStoaError(error)
          isExpired = code === 'TOKEN_EXPIRED'
          return (
            isExpired || status === 0 || status === 408 || status === 409 || (status >= 500 && code !== 'STORAGE_FULL')
          )
        },
        onProgress: (sentBytes, totalBytes) => onProgress?.({ phase: 'sending', sentBytes, totalBytes }),
        onError: (error) => end(() => reject(toStoaError(error))),
        onSuccess: () => end(() => resolve(upload.url?.split('/').at(-1) ?? '')),
      })
      const giveUp = () => {
        end(() => reject(abortError()))
        // The server removes abandoned uploads.
        upload.abort(true).catch(() => {})
      }
      const end = (settle: () => void) => {
        signal?.removeEventListener('abort', giveUp)
        settle()
      }
      signal?.addEventListener('abort', giveUp)
      upload.start()
    })
  }

  /** Polls until the file is ready. */
  async function waitUntilProcessed(mediaId: string, signal: AbortSignal | undefined): Promise<Media> {
    let failedLooks = 0
    for (let wait = FIRST_LOOK_MS; ; wait = Math.min(wait * 1.5, LONGEST_LOOK_MS)) {
      await pause(wait, signal)
      try {
        const { media } = await client.call('mediaGet', { mediaId }, signal ? { signal } : {})
        failedLooks = 0
        if (media.status === 'ready') return media
        if (media.status === 'failed') throw problemOf((media.error ?? 'MEDIA_FAILED') as StoaErrorCode)
      } catch (error) {
        failedLooks += 1
        if (errorCode(error) !== 'NETWORK' || failedLooks > FAILED_LOOKS_MAX) throw error
      }
    }
  }

  return {
    async upload(file, about) {
      const name = about.name ?? (file instanceof File ? file.name : '')
      const type = declaredType({ name, type: file.type })
      const { purpose } = about
      const kind = mediaKindOf(type)
      const problem = uploadProblem({ purpose, kind, bytes: file.size })
      if (problem) throw problemOf(problem)
      const limit = kind && maxDurationOf(purpose, kind)
      if (limit !== null && ((await durationOf(file, kind)) ?? 0) >= limit) throw problemOf('MEDIA_TOO_LONG')
      if (about.signal?.aborted) throw abortError()
      const mediaId = await send(file, { ...about, name, type })
      about.onProgress?.({ phase: 'processing', sentBytes: file.size, totalBytes: file.size })
      try {
        return await waitUntilProcessed(mediaId, about.signal)
      } catch (error) {
        if (about.signal?.aborted) client.call('mediaDelete', { mediaId }).catch(() => {})
        throw about.signal?.aborted ? abortError() : error
      }
    },
  }
}

/** Duration of a video or recording in ms; null if this browser can't tell. */
async function durationOf(file: Blob, kind: MediaKind | null): Promise<number | null> {
  if (typeof document === 'undefined' || !URL.createObjectURL) return null
  const player = document.createElement(kind === 'audio' ? 'audio' : 'video')
  const url = URL.createObjectURL(file)
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), METADATA_MAX_MS)
      const end = () => {
        clearTimeout(timer)
        // Recordings made in a browser often don't state their duration.
        resolve(Number.isFinite(player.duration) ? player.duration * 1000 : null)
      }
      player.onloadedmetadata = end
      player.onerror = end
      player.preload = 'metadata'
      player.src = url
    })
  } finally {
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

async function loadTus() {
  try {
    return await import('tus-js-client')
  } catch (cause) {
    throw new StoaError('CODE_NOT_LOADED', { message: 'A part of the program could not be loaded.', cause })
  }
}

function abortError(): StoaError {
  return new StoaError('ABORTED', { message: 'The upload was given up.' })
}

function problemOf(code: StoaErrorCode): StoaError {
  const error = code in errors ? errors[code as keyof typeof errors] : errors.MEDIA_FAILED
  return new StoaError(code, error)
}

/** The server's error, or a network failure. */
function toStoaError(error: Error | DetailedError): StoaError {
  const response = 'originalResponse' in error ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  try {
    const { code, message, details, requestId } = JSON.parse(response?.getBody() ?? '')
    return new StoaError(code, { message, status, details, requestId, cause: error })
  } catch {
    return new StoaError('NETWORK', { message: 'Couldn’t reach the server.', status, cause: error })
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError())
    const giveUp = () => {
      clearTimeout(timer)
      reject(abortError())
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
