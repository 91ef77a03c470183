import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** Files that belong together under an id. Nobody sees a file before it is whole. */
export interface Storage {
  /** Stores a local file, which is gone afterwards. What was there by that name is replaced. */
  put(id: string, name: string, path: string): Promise<void>
  /** Bytes of a file; null: there is none. */
  size(id: string, name: string): Promise<number | null>
  /** The file, or a part of it. Fails when there is none. */
  read(id: string, name: string, range?: ByteRange): Promise<Readable>
  /** A local file with the same bytes, to be read only; `done` when it is not needed any more. Fails when there is none. */
  open(id: string, name: string): Promise<{ path: string; done(): Promise<void> }>
  /** What is not there needs no removing. */
  remove(id: string, name: string): Promise<void>
  removeAll(id: string): Promise<void>
}

/** Null for a file that isn't there. */
export function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Files in a folder that all servers of an installation share. */
export function createFolderStorage(folder: string): Storage {
  // The last characters of an id are random: no folder gets too many entries.
  const folderOf = (id: string) => join(folder, id.slice(-2), id)
  const pathOf = (id: string, name: string) => join(folderOf(id), name)

  return {
    async put(id, name, path) {
      const target = pathOf(id, name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        // From another disk.
        const half = `${target}.half`
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
      return { path, done: async () => {} }
    },
    remove: (id, name) => rm(pathOf(id, name), { force: true }),
    removeAll: (id) => rm(folderOf(id), { recursive: true, force: true }),
  }
}
