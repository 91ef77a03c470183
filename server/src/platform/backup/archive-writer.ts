import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Cell } from '../database/snapshot.ts'
import { ConfigError } from '../domain-error.ts'
import {
  fileLine,
  MANIFEST_FILE,
  MANIFEST_HASH_FILE,
  type Manifest,
  type ManifestTable,
  tablePart,
} from './manifest.ts'

const compress = promisify(gzip)

/** Size of a part before compression. */
const PART_BYTES = 2_000_000
const BLOCK = 512
/** Digits of the largest count. */
const WIDEST = Number.MAX_SAFE_INTEGER
const NO_HASH = '0'.repeat(64)
const MODE = 0o600

interface ArchiveFile {
  /** In the archive. */
  path: string
  bytes: number
  content: Readable
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>

/**
 * Writes an archive that nobody else may read. Its name appears when it is complete. The manifest is its first file:
 * its place is kept, and it is written last. `about`: all of it but the counts and hashes.
 */
export async function createArchive(
  path: string,
  about: Omit<Manifest, 'tables' | 'files'> & { tables: readonly Pick<ManifestTable, 'name' | 'columns'>[] },
) {
  const half = `${path}.half`
  const widest: Manifest = {
    ...about,
    tables: about.tables.map((table) => ({ ...table, rows: WIDEST, parts: WIDEST, sha256: NO_HASH })),
    files: { count: WIDEST, bytes: WIDEST, sha256: NO_HASH },
  }
  const manifestBytes = Math.ceil(Buffer.byteLength(textOf(widest)) / BLOCK) * BLOCK
  const tables: ManifestTable[] = []
  const files = { count: 0, bytes: 0 }
  const filesHash = createHash('sha256')

  if (existsSync(path)) throw new ConfigError(`${path} exists already.`)
  const archive = await open(half, 'wx', MODE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new ConfigError(`${half} exists already: another backup is being made, or was interrupted. Remove it.`)
    if (error.code === 'ENOENT') throw new ConfigError(`The folder of ${path} doesn’t exist.`)
    throw error
  })
  const tar = pack()
  let failure: Error | undefined
  const writing = (async () => {
    for await (const chunk of tar) await archive.writeFile(chunk as Buffer)
  })().catch((error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error))
    // Whoever adds something is told, instead of waiting.
    tar.destroy(failure)
  })

  /** Adds what a stream sends, no faster than the disk takes it. */
  async function addStream(header: { name: string; size: number }, content: Readable): Promise<void> {
    const sink = tar.entry({ ...header, mode: MODE }) as unknown as NodeJS.WritableStream
    await pipeline(content, sink).catch((error: unknown) => {
      throw failure ?? error
    })
  }

  const add = (name: string, content: Buffer) =>
    addStream({ name, size: content.length }, Readable.from([content], { objectMode: false }))

  await add(MANIFEST_FILE, Buffer.alloc(manifestBytes, ' '))
  await add(MANIFEST_HASH_FILE, Buffer.alloc(NO_HASH.length, '0'))

  return {
    /** Adds the next table, in the order of the manifest. */
    async addTable(name: string, rows: AsyncIterable<readonly Cell[]>): Promise<void> {
      const columns = about.tables[tables.length]?.columns
      if (columns === undefined || about.tables[tables.length]?.name !== name) throw new Error(`${name} is not next.`)
      const entry: ManifestTable = { name, columns, rows: 0, parts: 0, sha256: '' }
      const hash = createHash('sha256')
      let lines: string[] = []
      let bytes = 0
      const close = async () => {
        const part = await compress(lines.join(''))
        hash.update(part)
        entry.rows += lines.length
        entry.parts += 1
        lines = []
        bytes = 0
        await add(tablePart(name, entry.parts), part)
      }
      for await (const row of rows) {
        const line = `${JSON.stringify(row)}\n`
        lines.push(line)
        bytes += line.length
        if (bytes >= PART_BYTES) await close()
      }
      if (lines.length > 0) await close()
      entry.sha256 = hash.digest('hex')
      tables.push(entry)
    },
    /** Adds a file, whose content must have exactly this size. */
    async addFile({ path: name, bytes, content }: ArchiveFile): Promise<void> {
      const hash = createHash('sha256')
      async function* hashed() {
        for await (const chunk of content) {
          hash.update(chunk)
          yield chunk
        }
      }
      await addStream({ name, size: bytes }, Readable.from(hashed(), { objectMode: false }))
      filesHash.update(fileLine({ path: name, bytes, sha256: hash.digest('hex') }))
      files.count += 1
      files.bytes += bytes
    },
    /** Writes the manifest, and gives the archive its name. */
    async finish(): Promise<Manifest> {
      const manifest: Manifest = { ...about, tables, files: { ...files, sha256: filesHash.digest('hex') } }
      tar.finalize()
      await writing
      if (failure !== undefined) throw failure
      const text = Buffer.from(textOf(manifest).padEnd(manifestBytes))
      const sha256 = createHash('sha256').update(text).digest('hex')
      await archive.write(text, 0, text.length, BLOCK)
      await archive.write(Buffer.from(sha256), 0, sha256.length, BLOCK + manifestBytes + BLOCK)
      await archive.sync()
      await archive.close()
      // Unlike a renamed file, a link never replaces what somebody put there meanwhile.
      await link(half, path)
      await rm(half)
      return manifest
    },
    async discard(): Promise<void> {
      tar.destroy()
      await writing
      await archive.close().catch(() => {})
      await rm(half, { force: true })
    },
  }
}

const textOf = (manifest: Manifest) => `${JSON.stringify(manifest)}\n`
