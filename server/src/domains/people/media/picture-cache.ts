import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { FetchBusy } from '../../../platform/fetcher/fetch-pool.ts'
import { type Fetcher, type FetchFor, FetchRefused } from '../../../platform/fetcher/fetcher.ts'
import { sha256 } from '../../../platform/security/keys.ts'

const ACCEPT = 'image/avif, image/webp, image/png, image/jpeg, image/gif'
const PICTURE_MAX_BYTES = 10 * 1024 * 1024
/** Size limit of the whole cache. */
const KEPT_MAX_BYTES = 512 * 1024 * 1024
/** A cached picture expires after this time, as the original may have changed or gone. */
export const PICTURE_TTL_MS = 7 * DAY_MS
/** How long a failed picture isn't retried. */
const FAILED_FOR_MS = 5 * 60 * 1000
const FAILED_MAX = 5000
/** Longer than any fetch. Older partial files were left by a process that died. */
const UNFINISHED_MS = MINUTE_MS
const UNFINISHED = '.part'

/** A cached picture. */
export interface KeptPicture {
  /** File name in the folder. */
  name: string
  type: string
}

export interface PictureCache {
  folder: string
  /** How long a picture is cached, in ms. */
  ttlMs: number
  /** Finds the cached picture of an address; null if it isn't cached. */
  find(address: string): Promise<KeptPicture | null>
  /**
   * Fetches a picture, once for concurrent requests. Throws FetchRefused if it isn't a picture, FetchBusy, or the
   * network's error. `userId`: a person who needs the result now, so recent failures are retried. `network`: the
   * requesting visitor's network; each has its own queue.
   */
  fetch(address: string, about?: FetchFor): Promise<KeptPicture>
  /** Job: removes expired pictures, and the oldest if there are too many. */
  sweep(): Promise<void>
}

/** Caches external pictures in a folder that several processes may share. */
export function createPictureCache(about: {
  folder: string
  fetcher: Pick<Fetcher, 'fetchStream'>
  /** For tests. Default 512 MB. */
  keptMaxBytes?: number
}): PictureCache {
  const { folder, fetcher, keptMaxBytes = KEPT_MAX_BYTES } = about
  /** Pending requests, by requester and address. */
  const pendingRequests = new Map<string, Promise<KeptPicture>>()
  /** Fetches in progress, by address. */
  const underWay = new Map<string, Promise<KeptPicture>>()
  const failed = new LRUCache<string, Error>({ max: FAILED_MAX, ttl: FAILED_FOR_MS })
  /** Bytes written by this process since the last sweep. */
  let writtenBytes = 0

  async function find(address: string): Promise<KeptPicture | null> {
    const name = sha256(address)
    const file = await open(join(folder, name)).catch(unlessMissing)
    if (!file) return null
    try {
      if ((await file.stat()).mtimeMs < Date.now() - PICTURE_TTL_MS) return null
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      const type = pictureType(buffer.subarray(0, bytesRead))
      return type === null ? null : { name, type }
    } finally {
      await file.close()
    }
  }

  async function write(name: string, bytes: AsyncIterable<Buffer>): Promise<KeptPicture> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const unfinished = join(folder, `${name}.${randomUUID()}${UNFINISHED}`)
    const file = await open(unfinished, 'wx', 0o600)
    try {
      let head = Buffer.alloc(0)
      let length = 0
      for await (const chunk of bytes) {
        length += chunk.length
        if (length > PICTURE_MAX_BYTES) throw new FetchRefused('The picture has more than 10 MB.')
        if (head.length < HEAD_BYTES) {
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
          // Check before reading the rest.
          if (head.length >= HEAD_BYTES && pictureType(head) === null) throw new FetchRefused('This is no picture.')
        }
        await file.write(chunk)
      }
      const type = pictureType(head)
      if (type === null) throw new FetchRefused('This is no picture.')
      await rename(unfinished, join(folder, name))
      writtenBytes += length
      return { name, type }
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  /** `mine`: the promise of this fetch, which others join when it starts. */
  async function fetchInTurn(address: string, who: FetchFor, mine: () => Promise<KeptPicture>): Promise<KeptPicture> {
    const findCached = async () => {
      const picture = underWay.get(address) ?? (await find(address))
      if (!picture) refuseFailed(address, who)
      if (!picture) underWay.set(address, mine())
      return picture
    }
    try {
      const name = sha256(address)
      const picture = await fetcher.fetchStream(address, { accept: ACCEPT, ...who, findCached }, (bytes) =>
        write(name, bytes),
      )
      failed.delete(address)
      return picture
    } catch (error) {
      if (!(error instanceof FetchBusy) && failed.get(address) !== error) failed.set(address, error as Error)
      throw error
    }
  }

  function refuseFailed(address: string, { userId = '' }: FetchFor): void {
    const failure = userId === '' ? failed.get(address) : undefined
    if (failure) throw failure
  }

  async function sweep(): Promise<void> {
    writtenBytes = 0
    const names = await readdir(folder).catch(unlessMissing)
    const now = Date.now()
    const files: { path: string; size: number; at: number }[] = []
    for (const name of names ?? []) {
      const path = join(folder, name)
      const fileStat = await stat(path).catch(unlessMissing)
      if (!fileStat) continue
      const ttl = name.endsWith(UNFINISHED) ? UNFINISHED_MS : PICTURE_TTL_MS
      if (fileStat.mtimeMs < now - ttl) await rm(path, { force: true })
      else files.push({ path, size: fileStat.size, at: fileStat.mtimeMs })
    }
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of files.toSorted((one, other) => one.at - other.at)) {
      if (total <= keptMaxBytes * 0.9) break
      await rm(path, { force: true })
      total -= size
    }
  }

  return {
    folder,
    ttlMs: PICTURE_TTL_MS,
    find,
    async fetch(address, who = {}) {
      const { userId = '', network = '' } = who
      const key = `${userId}\n${network}\n${address}`
      const running = pendingRequests.get(key)
      if (running) return running
      refuseFailed(address, who)
      const fetching: Promise<KeptPicture> = fetchInTurn(address, who, () => fetching).finally(() => {
        pendingRequests.delete(key)
        if (underWay.get(address) === fetching) underWay.delete(address)
      })
      pendingRequests.set(key, fetching)
      const picture = await fetching
      // At most a tenth is added between sweeps.
      if (writtenBytes > keptMaxBytes / 10) await sweep()
      return picture
    },
    sweep,
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Bytes needed to detect a file's type. */
const HEAD_BYTES = 256

/**
 * Detects a picture's media type by its first bytes, ignoring the declared type; null for anything else. SVG isn't
 * accepted: it is a document with links and scripts.
 */
export function pictureType(head: Buffer): string | null {
  const text = head.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBPVP8[ LX]/.test(text)) return 'image/webp'
  return isAvif(head, text) ? 'image/avif' : null
}

/** AVIF files name their brand in the first box, as the major or a compatible brand. */
function isAvif(head: Buffer, text: string): boolean {
  if (text.slice(4, 8) !== 'ftyp') return false
  const brands = text.slice(8, Math.min(head.readUInt32BE(0), HEAD_BYTES))
  return /^(?:[^]{4})*?avi[fs]/.test(brands)
}
