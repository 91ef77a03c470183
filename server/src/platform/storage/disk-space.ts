import { statfs } from 'node:fs/promises'

export type DiskSpace = ReturnType<typeof createDiskSpace>

/** Free space of the data folder's disk. */
export function createDiskSpace({ dataFolder, minFreeBytes }: { dataFolder: string; minFreeBytes: number }) {
  return {
    /** Whether the required space stays free after writing so many bytes. True where the system doesn't say. */
    async hasRoom(bytes = 0): Promise<boolean> {
      const disk = await statfs(dataFolder).catch(() => null)
      return disk === null || disk.bavail * disk.bsize - bytes >= minFreeBytes
    },
  }
}
