import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import type { Cell } from '../database/snapshot.ts'
import { ConfigError } from '../domain-error.ts'
import {
  fileLine,
  MANIFEST_FILE,
  MANIFEST_HASH_FILE,
  type Manifest,
  type ManifestTable,
  manifestSchema,
  tablePart,
} from './manifest.ts'

const decompress = promisify(gunzip)

const MANIFEST_MAX = 4_000_000
const HASH_LENGTH = 64
/** Parts are at most some megabytes and one row long; a row’s longest text is 16 MB. */
const PART_MAX = 64_000_000
/** Ids of uploads without all of their files, because they were deleted or processed while the backup was made. */
export const GONE_FILE = 'gone.json'
/** A file or folder: not empty, hidden or a parent folder, and nothing that another system reads as a path. */
const NAME = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}'
/** Paths of files: uploads, and the operator’s files. Any other, such as the database’s, would replace what is restored. */
export const FILE_PATH = new RegExp(
  `^(?:gone\\.json|media/${NAME}/${NAME}|data/(?:config\\.json|providers\\.json|secret|(?:domains|lang)/${NAME}))$`,
)

/** Gets what an archive has after its manifest, in this order. */
export interface ArchiveVisitor {
  table?(table: ManifestTable, rows: AsyncIterable<Cell[]>): Promise<unknown>
  file?(about: { path: string; bytes: number }, content: Readable): Promise<void>
}

type Entry = { header: Header; stream: Readable }
type Entries = AsyncGenerator<{ manifest: Manifest } | Entry, void>

const damaged = (path: string, what: string) =>
  new ConfigError(`${path} is damaged or incomplete: ${what}. Nothing was restored. Use another archive.`)
const noBackup = (path: string) => new ConfigError(`${path} is no backup of Stoa, or its beginning is damaged.`)
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Reads an archive and gives its tables and files to the visitor. Throws a ConfigError if anything differs from the
 * manifest: only when this returns, what the visitor got is right and complete.
 */
export async function readArchive(path: string, visitor: ArchiveVisitor = {}): Promise<Manifest> {
  const entries = entriesOf(path)
  try {
    const first = await entries.next()
    if (first.done || !('manifest' in first.value)) throw noBackup(path)
    const { manifest } = first.value
    const next = await readTables(manifest, { path, entries, visitor })
    await readFiles(manifest, { path, entries, visitor, first: next })
    return manifest
  } finally {
    await entries.return()
  }
}

interface Reading {
  path: string
  entries: Entries
  visitor: ArchiveVisitor
}

/** Returns what comes after the tables. */
async function readTables(manifest: Manifest, { path, entries, visitor }: Reading): Promise<Entry | null> {
  let current = await nextEntry(entries)
  async function* rowsOf(table: ManifestTable): AsyncGenerator<Cell[]> {
    const hash = createHash('sha256')
    let count = 0
    for (let part = 1; part <= table.parts; part += 1) {
      if (current?.header.name !== tablePart(table.name, part))
        throw damaged(path, `a part of ${table.name} is missing`)
      if (current.header.size > PART_MAX) throw damaged(path, `a part of ${table.name} is too large`)
      const compressed = await buffer(current.stream).catch((error: unknown) => {
        throw damaged(path, reasonOf(error))
      })
      hash.update(compressed)
      const text = await decompress(compressed, { maxOutputLength: PART_MAX }).catch(() => {
        throw damaged(path, `a part of ${table.name} can’t be read`)
      })
      for (const line of text.toString().split('\n')) {
        if (line === '') continue
        const cells = cellsOf(line, table)
        if (cells === null) throw damaged(path, `a row of ${table.name} can’t be read`)
        count += 1
        yield cells
      }
      current = await nextEntry(entries)
    }
    if (count !== table.rows || hash.digest('hex') !== table.sha256)
      throw damaged(path, `the rows of ${table.name} are not those of the manifest`)
  }
  for (const table of manifest.tables) {
    const rows = rowsOf(table)
    await visitor.table?.(table, rows)
    // Also checks what the visitor doesn't want.
    for await (const _ of rows);
  }
  return current
}

async function readFiles(manifest: Manifest, about: Reading & { first: Entry | null }): Promise<void> {
  const { path, entries, visitor, first } = about
  const files = createHash('sha256')
  const seen = new Set<string>()
  let bytes = 0
  for (let current = first; current; current = await nextEntry(entries)) {
    const { header, stream } = current
    if (!FILE_PATH.test(header.name) || seen.has(header.name)) throw damaged(path, 'it has a file it should not have')
    seen.add(header.name)
    const file = { path: header.name, bytes: header.size }
    const hash = createHash('sha256')
    const content = hashing(stream, { path, hash })
    await visitor.file?.(file, content)
    // Also reads what the visitor doesn't want.
    if (!content.readableEnded) for await (const _ of content);
    files.update(fileLine({ ...file, sha256: hash.digest('hex') }))
    bytes += file.bytes
  }
  const wanted = manifest.files
  if (seen.size !== wanted.count || bytes !== wanted.bytes || files.digest('hex') !== wanted.sha256)
    throw damaged(path, 'its files are not those of the manifest')
}

async function nextEntry(entries: Entries): Promise<Entry | null> {
  const { value, done } = await entries.next()
  return done || 'manifest' in value ? null : value
}

function hashing(stream: Readable, { path, hash }: { path: string; hash: Hash }): Readable {
  async function* chunks() {
    try {
      for await (const chunk of stream) {
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw damaged(path, reasonOf(error))
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

function cellsOf(line: string, { columns }: ManifestTable): Cell[] | null {
  try {
    const cells: unknown = JSON.parse(line)
    const isRow = Array.isArray(cells) && cells.length === columns.length && cells.every(isCell)
    return isRow ? cells : null
  } catch {
    return null
  }
}

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'string' || typeof value === 'number'

/** The manifest, once it is checked, and all other files, one by one. */
async function* entriesOf(path: string): Entries {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new ConfigError(`There is no archive ${path}.`)
  const tar = extract()
  const source = createReadStream(path)
  source.on('error', (error) => tar.destroy(error))
  source.pipe(tar as unknown as NodeJS.WritableStream)
  let text: Buffer | null = null
  let isChecked = false
  try {
    for await (const entry of tar) {
      const { header } = entry
      // The library passes on links, devices and paths as they are.
      if (header.type !== 'file') throw damaged(path, 'it has something that is no file')
      const stream = entry as unknown as Readable
      if (text === null) {
        if (header.name !== MANIFEST_FILE || header.size > MANIFEST_MAX) throw noBackup(path)
        text = await buffer(stream)
      } else if (isChecked) yield { header, stream }
      else {
        if (header.name !== MANIFEST_HASH_FILE || header.size !== HASH_LENGTH) throw noBackup(path)
        yield { manifest: checked(text, { path, sha256: (await buffer(stream)).toString() }) }
        isChecked = true
      }
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw text === null ? noBackup(path) : damaged(path, reasonOf(error))
  } finally {
    source.destroy()
    tar.destroy()
  }
}

function checked(text: Buffer, { path, sha256 }: { path: string; sha256: string }): Manifest {
  if (createHash('sha256').update(text).digest('hex') !== sha256) throw damaged(path, 'its manifest was changed')
  const json: unknown = JSON.parse(text.toString())
  const { formatVersion } = Object(json) as { formatVersion?: unknown }
  if (typeof formatVersion === 'number' && formatVersion > 1)
    throw new ConfigError(`${path} was made by a newer version of Stoa. Restore it with that version.`)
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw noBackup(path)
  return parsed.data
}
