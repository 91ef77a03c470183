import type { Platform } from '../../../platform/platform.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { SENT_FILE } from './files.ts'
import type { KeptSize } from './presenter.ts'
import { type MediaRow, mediaRepository } from './repository.ts'

const ROWS_AT_ONCE = 500
/** Maximum number of files reported. */
const MISSING_MAX = 1000

/** Finds missing files of uploads, named `{id}/{name}`. */
export async function findMissingFiles(about: Pick<Platform, 'database'> & { storage: Storage }): Promise<string[]> {
  const { database, storage } = about
  const repository = mediaRepository(database.read)

  async function missingOf(row: MediaRow | undefined): Promise<string[]> {
    const paths: string[] = []
    for (const name of row ? filesOf(row) : []) {
      if (row && (await storage.size(row.id, name)) === null) paths.push(`${row.id}/${name}`)
    }
    return paths
  }

  const missingPaths: string[] = []
  for (let after = ''; missingPaths.length < MISSING_MAX; ) {
    const rows = await repository.withFilesAfter(after, ROWS_AT_ONCE)
    for (const row of rows) {
      // Check again: files may have been created or removed since the row was read.
      if ((await missingOf(row)).length > 0) missingPaths.push(...(await missingOf(await repository.byId(row.id))))
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  return missingPaths.slice(0, MISSING_MAX)
}

/** Files that an upload must have. */
function filesOf({ status, file, poster, sizes }: MediaRow): string[] {
  if (status === 'processing') return [SENT_FILE]
  if (status !== 'ready') return []
  const smaller = (JSON.parse(sizes) as KeptSize[]).flatMap(({ width, avif }) =>
    avif ? [`${width}.webp`, `${width}.avif`] : [`${width}.webp`],
  )
  return [file, poster, ...smaller].filter((name) => name !== '')
}
