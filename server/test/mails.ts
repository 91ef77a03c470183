import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from './harness.ts'

type Sender = Pick<TestApp, 'app' | 'settings'>

/** The mails an application has sent so far, as sent, oldest first. */
export async function mailsOf(stoa: Sender): Promise<string[]> {
  return (await filesOf(stoa))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((file) => readFileSync(file, 'utf8'))
}

/** How many mails an application has sent so far. */
export async function mailCount(stoa: Sender): Promise<number> {
  return (await filesOf(stoa)).length
}

async function filesOf({ app, settings }: Sender): Promise<string[]> {
  await app.background.settled()
  const folder = join(settings.STOA_DATA ?? '', 'mail')
  try {
    return readdirSync(folder).map((file) => join(folder, file))
  } catch {
    return []
  }
}
