import { sha256 } from '../src/platform/security/keys.ts'
import type { Answer, TestApp } from './harness.ts'
import { mailsOf } from './mails.ts'

/** A mail as its reader sees it. */
export interface ReadMail {
  subject: string
  /** The plain text. */
  text: string
  /** The part of its link after `#`. */
  secret: URLSearchParams
  /** The code to type in; empty if there is none. */
  code: string
}

/** The mails to an address so far, oldest first. */
export async function mailsTo(stoa: Pick<TestApp, 'app' | 'settings'>, address: string): Promise<ReadMail[]> {
  const mails = (await mailsOf(stoa)).map(decoded)
  return mails.filter((mail) => mail.includes(`\nTo: ${address}\n`)).map(read)
}

/** The latest mail to an address; throws if there is none. */
export async function newestMail(stoa: Pick<TestApp, 'app' | 'settings'>, address: string): Promise<ReadMail> {
  const mail = (await mailsTo(stoa, address)).at(-1)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

/** Decodes quoted-printable. */
function decoded(mail: string): string {
  const lines = mail.replaceAll('\r\n', '\n').replaceAll('=\n', '')
  return lines.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  )
}

function read(mail: string): ReadMail {
  const [, text = ''] = /Content-Type: text\/plain[\s\S]*?\n\n([\s\S]*?)\n--/.exec(mail) ?? []
  return {
    subject: /^Subject: (.*(?:\n .*)*)$/m.exec(mail)?.[1]?.replaceAll('\n ', ' ') ?? '',
    text,
    secret: new URLSearchParams(/#(\S+)/.exec(text)?.[1] ?? ''),
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
  }
}

/** Follows a link that confirms an address, in a session of the account it was mailed for. */
export async function confirmLink(stoa: TestApp, token: string): Promise<Answer<'userEmailConfirm'>> {
  const proof = await stoa.database
    .read('email_proofs')
    .where({ link_hash: sha256(token) })
    .first()
  const userId = proof?.user_id
  if (!userId) return stoa.call('userEmailConfirm', { token })
  const { signedIn } = await stoa.app.services.sessions.begin({ userId, site: '', lasting: true })
  return stoa.call('userEmailConfirm', { token }, { token: signedIn.accessToken })
}

/** Confirms an address with the latest mail to it, as its reader does. */
export async function confirmAddress(stoa: TestApp, address: string): Promise<void> {
  const { secret } = await newestMail(stoa, address)
  const { body } = await confirmLink(stoa, secret.get('confirm') ?? '')
  if (!body.payload?.confirmed) throw new Error(`${address} was not confirmed: ${JSON.stringify(body)}`)
}
