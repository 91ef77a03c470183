import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from './harness.ts'

/** The mails an application has sent so far, as sent, oldest first. */
export async function mailsOf(stoa: Pick<TestApp, 'app' | 'settings'>): Promise<string[]> {
  await stoa.app.background.settled()
  const folder = join(stoa.settings.STOA_DATA ?? '', 'mail')
  try {
    return readdirSync(folder)
      .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
  } catch {
    return []
  }
}
