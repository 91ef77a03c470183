import type { App } from '../app.ts'
import type { Difference } from '../domains/account/integrity/index.ts'

interface CheckResult {
  differences: Difference[]
  /** Files of uploads, as `id/name`. */
  missingFiles: string[]
  /** What the search index doesn't know. */
  unindexed: string[]
}

/** Recounts everything, and looks for the files of uploads and for what search doesn't know. */
export async function checkInstallation(app: App): Promise<CheckResult> {
  const differences = await app.services.integrity.check()
  const missingFiles = await app.services.missingFiles()
  // What a stopped server has left is no fault: the next one indexes it.
  await app.services.searchIndex.catchUp()
  return { differences, missingFiles, unindexed: await app.services.searchIndex.check() }
}

/** One line for each finding. */
export function linesOf({ differences, missingFiles, unindexed }: CheckResult): string[] {
  return [
    ...differences.map(lineOf),
    ...missingFiles.map((file) => `upload without its file: ${file}`),
    ...unindexed.map((problem) => `search: ${problem}`),
  ]
}

export const lineOf = ({ check, row, found, expected }: Difference): string =>
  `${check} ${row}: ${found ?? 'nothing'} instead of ${expected ?? 'nothing'}`
