import type { Config } from '../../config.ts'
import type { OpenedDatabase } from './database.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { reach } from './reach.ts'

/** This program is newer. */
const EARLIEST = Date.UTC(2026, 0, 1)
/** Codes of authenticator apps are valid for half a minute. */
const FAILED_MS = 30_000
/** Dates of responses have whole seconds, and the network takes time. */
const WARNING_MS = 5000
const ADVICE = 'Set the clock by the network: timedatectl set-ntp true'

/** Compares the clock with those of the database server and of the web server at the public address. */
export async function checkClock({ url }: Config, opened: OpenedDatabase | null): Promise<Finding> {
  const now = new Date().toISOString()
  if (Date.now() < EARLIEST) return failed('clock', `it is ${now} here`, ADVICE)
  const others: [name: string, offset: number][] = []
  if (opened?.database.dialect.name === 'mysql') {
    const [[row]] = await opened.database.read.raw('select unix_timestamp(now(3)) * 1000 as at')
    others.push(['the database server', Number(row.at) - Date.now()])
  }
  const { date } = await reach(`${url}/livez`)
  if (date !== null) others.push([url, date - Date.now()])
  const [worst] = others.toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
  if (!worst) return ok('clock', `${now}, and nothing to compare it with`)
  const [name, offset] = worst
  const found = `${now}, ${Math.round(Math.abs(offset) / 1000)} s from ${name}`
  if (Math.abs(offset) > FAILED_MS) return failed('clock', found, ADVICE)
  return Math.abs(offset) > WARNING_MS ? warning('clock', found, ADVICE) : ok('clock', found)
}
