import * as z from 'zod'

const count = z.number().int().min(0)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Names of tables and columns go into statements. */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

const table = z.object({
  name,
  columns: z.array(name).min(1),
  rows: count,
  /** Compressed parts of at most some megabytes. */
  parts: count,
  /** Of its compressed parts, one after another. */
  sha256: hash,
})

/** The first file of an archive. */
export const manifestSchema = z.object({
  format: z.literal('stoa backup'),
  formatVersion: z.literal(1),
  /** Version of the program. */
  version: z.string(),
  createdAt: count,
  /** Public address of the installation. */
  origin: z.string(),
  database: z.enum(['sqlite', 'mysql']),
  /** Names of the migrations that made the tables. */
  schema: z.array(z.string().max(100)).min(1),
  tables: z.array(table),
  /** Uploads and files of the data folder. */
  files: z.object({
    count,
    bytes: count,
    /** Of a line for each, in their order: hash, size and path. */
    sha256: hash,
  }),
})

export type Manifest = z.infer<typeof manifestSchema>
export type ManifestTable = Manifest['tables'][number]

export const MANIFEST_FILE = 'manifest.json'
export const MANIFEST_HASH_FILE = 'manifest.sha256'
export const tablePart = (tableName: string, part: number): string =>
  `tables/${tableName}/${String(part).padStart(6, '0')}.jsonl.gz`

/** Line of a file in the hash of all files. */
export const fileLine = (about: { path: string; bytes: number; sha256: string }): string =>
  `${about.sha256} ${about.bytes} ${about.path}\n`
