import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import { memoize } from '../cache/memoize.ts'
import { type Clock, DAY_MS } from '../clock.ts'
import type { Logger } from '../logging/logger.ts'

/** A mail to one recipient. */
export interface Mail {
  to: string
  /** Shown as the sender's name. */
  from: string
  subject: string
  text: string
  html: string
  /** Further headers by name. */
  headers?: Record<string, string>
  /** Ids of its recipient's account and of accounts it quotes or names; not sent. Default: it outlives all accounts. */
  accounts?: string[]
  /** What it tells of, by id: see `MailService.askBefore`. Not sent. Default: nothing that may be over by then. */
  subjectId?: string
}

/** Accounts by id, and addresses that received mails. */
export interface MailedPeople {
  accounts: readonly string[]
  addresses: readonly string[]
}

export interface Mailer {
  /** Delivers a mail or throws. */
  send(mail: Mail): Promise<void>
  /** Removes mail files for or about these people. */
  forget(people: MailedPeople): Promise<void>
  /** Removes mail files older than a week. */
  expire(): Promise<void>
}

export function isAbout(mail: Pick<Mail, 'to' | 'accounts'>, { accounts, addresses }: MailedPeople): boolean {
  const { to, accounts: accountIds } = mail
  if (!accountIds) return false
  const isTo = (address: string) => address.toLowerCase() === to.toLowerCase()
  return addresses.some(isTo) || accounts.some((id) => accountIds.includes(id))
}

const TIMEOUT_MS = 20_000
/** How long mail files are kept. */
const KEPT_MS = 7 * DAY_MS
/** Header of mail files: the accounts it is for or about. */
const ACCOUNTS_HEADER = 'X-Stoa-Accounts'
/** Value of the header when there is no account yet. */
const NOBODY = 'none'

/**
 * Sends by SMTP. Without a server each mail is written to `mail` in the data folder, readable by any mail program, and
 * logged without its text, which may contain credentials.
 */
export function createMailer(about: {
  smtpUrl: string | null
  /** The sender's address. */
  sender: string
  dataFolder: string
  clock: Clock
  logger: Logger
}): Mailer {
  const { smtpUrl, sender, clock, logger } = about
  const folder = join(about.dataFolder, 'mail')
  // Loaded with the first mail; many processes never send one.
  const nodemailer = () => import('nodemailer')
  let fileCount = 0

  const optionsOf = ({ accounts: _, ...mail }: Mail): SendMailOptions => ({
    ...mail,
    from: { name: mail.from, address: sender },
  })

  async function open(url: string): Promise<Transporter> {
    const { createTransport } = await nodemailer()
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
    return createTransport({ url, pool: true, disableFileAccess: true, disableUrlAccess: true, ...timeouts })
  }
  const smtp = smtpUrl === null ? null : memoize(() => open(smtpUrl))

  async function write(mail: Mail): Promise<void> {
    // Files are written concurrently; the counter keeps their names in order.
    const name = `${clock.now()}-${process.pid}-${(fileCount += 1)}.eml`
    const { createTransport } = await nodemailer()
    const about = mail.accounts ? { [ACCOUNTS_HEADER]: mail.accounts.join(' ') || NOBODY } : {}
    const options = optionsOf({ ...mail, headers: { ...mail.headers, ...about } })
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(options)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, name)
    await writeFile(file, message as Buffer, { mode: 0o600 })
    // The subject may name a member, so it isn't logged.
    logger.info({ file }, 'no mail server is set: the mail is a file')
  }

  async function names(): Promise<string[]> {
    // The folder is created with the first mail.
    const all = await readdir(folder).catch(() => [])
    return all.filter((name) => /^\d+-.*\.eml$/.test(name))
  }

  return {
    async send(mail) {
      if (smtp === null) return write(mail)
      await (await smtp()).sendMail(optionsOf(mail))
    },
    async forget(people) {
      for (const name of await names()) {
        const file = join(folder, name)
        if (isAbout(headOf(await readFile(file, 'utf8')), people)) await rm(file, { force: true })
      }
    },
    async expire() {
      const before = clock.now() - KEPT_MS
      for (const name of await names()) {
        if (Number.parseInt(name, 10) <= before) await rm(join(folder, name), { force: true })
      }
    },
  }
}

/** Recipient and accounts from the headers of a mail file. */
function headOf(text: string): Pick<Mail, 'to' | 'accounts'> {
  const [head = ''] = text.split('\r\n\r\n', 1)
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const valueOf = (header: string) => new RegExp(`^${header}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim()
  const accounts = valueOf(ACCOUNTS_HEADER)?.split(' ')
  return { to: valueOf('To') ?? '', ...(accounts && { accounts }) }
}
