import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** A byte range, both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Files grouped by id. A file becomes visible only when complete. */
export interface Storage {
  /** Moves a local file into the storage, replacing any file of that name. */
  put(id: string, name: string, path: string): Promise<void>
  /** Size in bytes; null if the file doesn't exist. */
  size(id: string, name: string): Promise<number | null>
  /** Streams the file or a part of it. Throws if it doesn't exist. */
  read(id: string, name: string, range?: ByteRange): Promise<Readable>
  /** A read-only local copy; call `release` when finished. Throws if the file doesn't exist. */
  open(id: string, name: string): Promise<{ path: string; release(): Promise<void> }>
  /** Removes a file if it exists. */
  remove(id: string, name: string): Promise<void>
  removeAll(id: string): Promise<void>
  /** All files, in any order. */
  list(): AsyncIterable<{ id: string; name: string }>
}

/** Null for a missing file; rethrows other errors. */
export function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** End of the name of a file that is being copied. */
const HALF = '.half'

/** Empty for what is no folder any more. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

/** Files in a folder shared by all servers of an installation. */
export function createFolderStorage(folder: string): Storage {
  // Ids end with random characters, so files spread evenly over the folders.
  const folderOf = (id: string) => join(folder, id.slice(-2), id)
  const pathOf = (id: string, name: string) => join(folderOf(id), name)

  return {
    async put(id, name, path) {
      const target = pathOf(id, name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        // The file may come from another disk.
        const half = `${target}${HALF}`
        await copyFile(path, half)
        await rename(half, target)
        await rm(path, { force: true })
      })
    },
    async size(id, name) {
      return (await stat(pathOf(id, name)).catch(unlessMissing))?.size ?? null
    },
    async read(id, name, range) {
      return createReadStream(pathOf(id, name), range)
    },
    async open(id, name) {
      const path = pathOf(id, name)
      await stat(path)
      return { path, release: async () => {} }
    },
    remove: (id, name) => rm(pathOf(id, name), { force: true }),
    removeAll: (id) => rm(folderOf(id), { recursive: true, force: true }),
    async *list() {
      for (const group of await namesIn(folder)) {
        for (const id of await namesIn(join(folder, group))) {
          const names = await namesIn(join(folder, group, id))
          for (const name of names) if (!name.endsWith(HALF)) yield { id, name }
        }
      }
    },
  }
}
