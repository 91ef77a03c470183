import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOutput } from '@stoa/contract'
import { FONT_MAX_BYTES, FONT_PATH } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { readFont } from './font-file.ts'

const FILE = 'font.woff2'

export type DomainFonts = ReturnType<typeof createDomainFonts>

/** Font files of domains, stored under the hash of their content. */
export function createDomainFonts({ storage, folder }: { storage: Storage; folder: string }) {
  const hashOf = (link: string) => FONT_PATH.exec(link)?.[1]
  return {
    /** Stores a file. Throws VALIDATION_FAILED unless it is a font. */
    async add(data: string): Promise<CallOutput<'domainFontAdd'>> {
      const file = Buffer.from(data, 'base64')
      const fallback = file.length <= FONT_MAX_BYTES ? readFont(file) : null
      if (!fallback)
        throw new DomainError('VALIDATION_FAILED', [
          { field: 'data', message: 'Use a WOFF2 file with one font, of at most 256 KiB.' },
        ])
      const hash = createHash('sha256').update(file).digest('hex')
      if ((await storage.size(hash, FILE)) === null) {
        const path = join(folder, randomUUID())
        await mkdir(folder, { recursive: true, mode: 0o700 })
        try {
          await writeFile(path, file, { mode: 0o600 })
          await storage.put(hash, FILE, path)
        } finally {
          await rm(path, { force: true })
        }
      }
      return { link: `/fonts/${hash}.woff2`, fallback }
    },
    async isStored(link: string): Promise<boolean> {
      const hash = hashOf(link)
      return hash !== undefined && (await storage.size(hash, FILE)) !== null
    },
    /** A stored file by its path; null if there is none. */
    async read(link: string): Promise<Buffer | null> {
      const hash = hashOf(link)
      if (hash === undefined || (await storage.size(hash, FILE)) === null) return null
      const chunks: Buffer[] = []
      for await (const chunk of await storage.read(hash, FILE)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },
  }
}
