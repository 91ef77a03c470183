import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOutput } from '@stoa/contract'
import { FONT_MAX_BYTES, FONT_PATH, FONTS_MAX, FONTS_UNUSED_MAX } from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { readFont } from './font-file.ts'
import { domainRepository } from './repository.ts'

const FILE = 'font.woff2'

export type DomainFonts = ReturnType<typeof createDomainFonts>

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  jobs: { hold: Pick<JobQueue['hold'], 'since'> }
  storage: Storage
  folder: string
}

/**
 * Font files of domains, stored under the hash of their content. A file that no version of any domain's settings names is
 * deleted a day after its last upload.
 */
export function createDomainFonts({ database, clock, jobs, storage, folder }: Dependencies) {
  const hashOf = (link: string) => FONT_PATH.exec(link)?.[1]

  /** Refuses more files than a domain may have. */
  async function assertRoom(tx: Transaction, name: string, hash: string): Promise<void> {
    const repository = domainRepository(tx.connection)
    const others = (await repository.fonts(name)).map((row) => row.hash).filter((one) => one !== hash)
    const refuse = (message: string) => new DomainError('VALIDATION_FAILED', [{ field: 'data', message }])
    if (others.length >= FONTS_MAX)
      throw refuse(`The versions of a domain have at most ${FONTS_MAX} font files. Use one of them again.`)
    if (others.length < FONTS_UNUSED_MAX) return
    const used = (await repository.settingsWith('/fonts/', name)).join()
    if (others.filter((one) => !used.includes(one)).length >= FONTS_UNUSED_MAX)
      throw refuse(
        `This domain has ${FONTS_UNUSED_MAX} font files that no version uses. Save one of them, or wait a day until they are deleted.`,
      )
  }

  return {
    /** Stores a domain's file. Throws VALIDATION_FAILED unless it is a font, or if the domain has too many. */
    async add(
      data: string,
      /** Runs the work in a transaction that has locked the domain. */
      locked: (work: (tx: Transaction, name: string) => Promise<void>) => Promise<void>,
    ): Promise<CallOutput<'domainFontAdd'>> {
      const file = Buffer.from(data, 'base64')
      const fallback = file.length <= FONT_MAX_BYTES ? readFont(file) : null
      if (!fallback)
        throw new DomainError('VALIDATION_FAILED', [
          { field: 'data', message: 'Use a WOFF2 file with one font, of at most 256 KiB.' },
        ])
      const hash = createHash('sha256').update(file).digest('hex')
      // First, so that the file isn't deleted as unused.
      await locked(async (tx, name) => {
        await assertRoom(tx, name, hash)
        await domainRepository(tx.connection).putFont({ domain_name: name, hash, uploaded_at: clock.now() })
      })
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
    /** Job: deletes files that no version uses. None on a restored copy, which may share the bucket with the original. */
    async cleanUp(): Promise<void> {
      if ((await jobs.hold.since()) !== null) return
      const before = clock.now() - DAY_MS
      for (const hash of await domainRepository(database.read).fontsBefore(before)) {
        if ((await domainRepository(database.read).settingsWith(hash)).length > 0) continue
        await database.transaction(async (tx) => {
          const repository = domainRepository(tx.connection)
          // Nobody saves or uploads meanwhile.
          await repository.lockAll(database.dialect)
          const isRecent = (await repository.uploadsOf(hash)).some(({ uploaded_at: at }) => Number(at) >= before)
          if (isRecent || (await repository.settingsWith(hash)).length > 0) return
          await repository.deleteFont(hash)
          await storage.removeAll(hash)
        })
      }
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
