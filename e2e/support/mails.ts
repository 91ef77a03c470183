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
  /** Its plain text. */
  text: string
  html: string
}

/** The newest mail to an address, once there are `count`. */
export async function mailTo(address: string, { count = 1 } = {}): Promise<ReadMail> {
  await expect.poll(() => mailsTo(address).length).toBe(count)
  const mail = mailsTo(address).at(-1) ?? ''
  const text = partOf(mail, 'plain')
  return {
    text,
    html: partOf(mail, 'html'),
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
  }
}

function mailsTo(address: string): string[] {
  // The folder doesn't exist before the first mail.
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const mails = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  return mails.filter((mail) => mail.includes(`\nTo: ${address}`) || mail.startsWith(`To: ${address}`))
}

/** One of its parts, decoded. */
function partOf(mail: string, type: 'plain' | 'html'): string {
  const [, headers = '', body = ''] = new RegExp(`text/${type}([^]*?)\\r?\\n\\r?\\n([^]*?)\\r?\\n--`).exec(mail) ?? []
  if (/base64/i.test(headers)) return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r', '')
  const whole = body.replaceAll(/=\r?\n/g, '').replaceAll('\r', '')
  const bytes = whole.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
