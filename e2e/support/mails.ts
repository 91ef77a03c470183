import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, forumData } from './harness.ts'

const folder = join(forumData, 'mail')

/** A received mail. */
export interface ReadMail {
  /** Target of its button. */
  link: string
  /** Its six digits, or an empty string. */
  code: string
}

/** The newest mail to an address, once there are `count`. */
export async function mailTo(address: string, { count = 1 } = {}): Promise<ReadMail> {
  await expect.poll(() => mailsTo(address).length).toBe(count)
  const text = textOf(mailsTo(address).at(-1) ?? '')
  return { link: /https?:\/\/\S+/.exec(text)?.[0] ?? '', code: /^\d{6}$/m.exec(text)?.[0] ?? '' }
}

function mailsTo(address: string): string[] {
  // The folder doesn't exist before the first mail.
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const mails = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  return mails.filter((mail) => mail.includes(`\nTo: ${address}`) || mail.startsWith(`To: ${address}`))
}

/** Its plain text, decoded. */
function textOf(mail: string): string {
  const plain = /text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n--/.exec(mail)?.[1] ?? ''
  const whole = plain.replaceAll(/=\r?\n/g, '').replaceAll('\r', '')
  return whole.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
}
