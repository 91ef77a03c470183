import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import packageManifest from '../../package.json' with { type: 'json' }
import { SENT_FILE } from '../domains/people/media/index.ts'
import { FILE_PATH, GONE_FILE } from '../platform/backup/archive-reader.ts'
import { type ArchiveWriter, createArchive } from '../platform/backup/archive-writer.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import type { Database } from '../platform/database/database.ts'
import type { Snapshot } from '../platform/database/snapshot.ts'
import type { Storage } from '../platform/storage/storage.ts'

/** Smaller files are read as a whole: captions may be replaced meanwhile, and they are small. */
const SMALL_BYTES = 2_000_000

/** Files and folders of the data folder that belong to a backup. */
const DATA_FILES = ['config.json', 'providers.json', 'secret']
const DATA_FOLDERS = ['domains', 'lang']

const LOOKED_UP_AT_ONCE = 500

interface Uploads {
  storage: Pick<Storage, 'list' | 'size' | 'read'>
  /** Which of the uploads exist now. */
  existing(mediaIds: string[]): Promise<string[]>
}

interface BackupResult {
  manifest: Manifest
  /** Number of uploads whose files were deleted while the backup was made. */
  gone: number
  /** The archive has the secret that decrypts it, which the data folder keeps. */
  hasSecret: boolean
}

/**
 * Writes the database as it is at one moment, all uploads and the operator's files into one archive. Servers may run
 * meanwhile. `keepsSecret`: the settings have no secret, so the data folder has it.
 */
export async function createBackup(
  path: string,
  about: Uploads & { database: Database; dataFolder: string; origin: string; keepsSecret: boolean },
): Promise<BackupResult> {
  const { database, dataFolder, origin, keepsSecret } = about
  return database.snapshot(async (snapshot) => {
    const tables: { name: string; columns: string[] }[] = []
    for (const name of snapshot.tables) tables.push({ name, columns: await snapshot.columns(name) })
    const archive = await createArchive(path, {
      format: 'stoa backup',
      formatVersion: 1,
      version: packageManifest.version,
      createdAt: Date.now(),
      origin,
      database: database.dialect.name,
      schema: [...snapshot.migrations],
      tables,
    })
    try {
      for (const { name, columns } of tables) await archive.addTable(name, snapshot.rows(name, columns))
      const gone = await addUploads(archive, snapshot, about)
      const names = (await dataFiles(dataFolder)).filter((name) => keepsSecret || name !== 'secret')
      for (const name of names) {
        const whole = await readFile(join(dataFolder, name))
        await archive.addFile({ path: `data/${name}`, bytes: whole.length, content: Readable.from([whole]) })
      }
      return { manifest: await archive.finish(), gone, hasSecret: names.includes('secret') }
    } catch (error) {
      await archive.discard()
      throw error
    }
  })
}

/**
 * Adds the files of all uploads, which are read after the snapshot was taken. Returns the number of uploads of the
 * snapshot whose files are gone. The archive names them, so that a restore doesn’t take them for lost.
 */
async function addUploads(archive: ArchiveWriter, snapshot: Snapshot, { storage, existing }: Uploads): Promise<number> {
  const unprocessed = new Set<string>()
  for await (const { id, name } of storage.list()) {
    const path = `media/${id}/${name}`
    if (!FILE_PATH.test(path)) continue
    const opened = await opening(storage, { id, name })
    if (opened === null) continue
    await archive.addFile({ path, ...opened })
    if (name === SENT_FILE) unprocessed.add(id)
  }
  const gone = await goneUploads(snapshot, { existing, unprocessed })
  if (gone.length > 0) {
    const whole = Buffer.from(JSON.stringify(gone))
    await archive.addFile({ path: GONE_FILE, bytes: whole.length, content: Readable.from([whole]) })
  }
  return gone.length
}

/**
 * Ids of uploads of the snapshot that don’t exist any more, or were processed meanwhile, so that their original file is
 * gone. `unprocessed`: those whose original file is in the archive.
 */
async function goneUploads(
  snapshot: Snapshot,
  { existing, unprocessed }: Pick<Uploads, 'existing'> & { unprocessed: ReadonlySet<string> },
): Promise<string[]> {
  const gone: string[] = []
  let ready: string[] = []
  const look = async () => {
    const there = new Set(await existing(ready))
    gone.push(...ready.filter((id) => !there.has(id)))
    ready = []
  }
  for await (const [id, status] of snapshot.rows('media', ['id', 'status'])) {
    if (status === 'processing' && !unprocessed.has(String(id))) gone.push(String(id))
    if (status === 'ready') ready.push(String(id))
    if (ready.length === LOOKED_UP_AT_ONCE) await look()
  }
  await look()
  return gone
}

/** Opens a file, which can then be read to its end even if it is deleted. Null: it is gone. */
async function opening(
  storage: Uploads['storage'],
  { id, name }: { id: string; name: string },
): Promise<{ bytes: number; content: Readable } | null> {
  const bytes = await storage.size(id, name)
  if (bytes === null) return null
  try {
    const content = await storage.read(id, name)
    if (bytes > SMALL_BYTES) {
      await once(content, 'readable')
      return { bytes, content }
    }
    const whole = await buffer(content)
    return { bytes: whole.length, content: Readable.from([whole]) }
  } catch (error) {
    if ((await storage.size(id, name)) === null) return null
    throw error
  }
}

/** Paths of the operator's files that are there. */
async function dataFiles(dataFolder: string): Promise<string[]> {
  const nested = await Promise.all(
    DATA_FOLDERS.map(async (folder) => {
      const names = await readdir(join(dataFolder, folder)).catch(() => [])
      return names.map((name) => `${folder}/${name}`)
    }),
  )
  const there: string[] = []
  for (const name of [...DATA_FILES, ...nested.flat().toSorted()]) {
    const found = await stat(join(dataFolder, name)).catch(() => null)
    if (found?.isFile() && FILE_PATH.test(`data/${name}`)) there.push(name)
  }
  return there
}
