import { statfs } from 'node:fs/promises'

export type DiskSpace = ReturnType<typeof createDiskSpace>

/** Part of the required space that uploads never use. */
const RESERVE = 0.1

/** Free space of the data folder's disk. */
export function createDiskSpace({ dataFolder, minFreeBytes }: { dataFolder: string; minFreeBytes: number }) {
  /** Infinite where the system doesn't say. */
  async function freeBytes(): Promise<number> {
    const disk = await statfs(dataFolder).catch(() => null)
    return disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize
  }

  return {
    freeBytes,
    /** Whether the required space stays free after an upload writes so many bytes. */
    hasRoom: async (bytes = 0): Promise<boolean> => (await freeBytes()) - bytes >= minFreeBytes,
    /** Whether the embedded database can write: uploads leave it a tenth of the required space at least. */
    hasReserve: async (): Promise<boolean> => (await freeBytes()) >= minFreeBytes * RESERVE,
  }
}
