import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import { type Clock, DAY_MS } from '../clock.ts'
import type { Logger } from '../logging/logger.ts'

/** One mail to one person. */
export interface Mail {
  to: string
  /** Shown as the sender's name. */
  from: string
  subject: string
  text: string
  html: string
  /** Further headers by name. */
  headers?: Record<string, string>
  /** Ids of the accounts that it is for, or whose words or names it holds; not sent. Default: it outlives all accounts. */
  accounts?: string[]
}

/** Accounts by their ids, and the addresses that mails went to. */
export interface MailedPeople {
  accounts: readonly string[]
  addresses: readonly string[]
}

export interface Mailer {
  /** Hands a mail to whoever carries it; throws when that was not possible. */
  send(mail: Mail): Promise<void>
  /** Removes the files of mails that are for somebody or about them. */
  forget(people: MailedPeople): Promise<void>
  /** Removes the files of mails that are a week old. */
  expire(): Promise<void>
}

export function isAbout(mail: Pick<Mail, 'to' | 'accounts'>, { accounts, addresses }: MailedPeople): boolean {
  const { to, accounts: named } = mail
  if (!named) return false
  const isTo = (address: string) => address.toLowerCase() === to.toLowerCase()
  return addresses.some(isTo) || accounts.some((id) => named.includes(id))
}

const TIMEOUT_MS = 20_000
/** How long a mail is kept as a file. */
const KEPT_MS = 7 * DAY_MS
/** Of a mail that is a file: the accounts it is for or about. */
const ACCOUNTS_HEADER = 'X-Stoa-Accounts'
/** Its value where there is no account yet. */
const NOBODY = 'none'

/**
 * Sends by SMTP; without a server every mail is a file in `mail` of the data folder, to be opened with any mail program,
 * and a line in the log, without its text: that may hold what signs in.
 */
export function createMailer(about: {
  smtpUrl: string | null
  /** Address of the sender. */
  sender: string
  dataFolder: string
  clock: Clock
  logger: Logger
}): Mailer {
  const { smtpUrl, sender, clock, logger } = about
  const folder = join(about.dataFolder, 'mail')
  // Loaded with the first mail: many a process never sends one.
  const nodemailer = () => import('nodemailer')
  let smtp: Promise<Transporter> | null = null
  let written = 0

  const optionsOf = ({ accounts: _, ...mail }: Mail): SendMailOptions => ({
    ...mail,
    from: { name: mail.from, address: sender },
  })

  async function open(url: string): Promise<Transporter> {
    const { createTransport } = await nodemailer()
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
    return createTransport({ url, pool: true, disableFileAccess: true, disableUrlAccess: true, ...timeouts })
  }

  async function write(mail: Mail): Promise<void> {
    // Several are written at once: their files are in the order in which they were begun.
    const name = `${clock.now()}-${process.pid}-${(written += 1)}.eml`
    const { createTransport } = await nodemailer()
    const about = mail.accounts ? { [ACCOUNTS_HEADER]: mail.accounts.join(' ') || NOBODY } : {}
    const options = optionsOf({ ...mail, headers: { ...mail.headers, ...about } })
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(options)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, name)
    await writeFile(file, message as Buffer, { mode: 0o600 })
    // Not its subject: that may name a member.
    logger.info({ file }, 'no mail server is set: the mail is a file')
  }

  async function names(): Promise<string[]> {
    // Where nothing was written there is no folder.
    const all = await readdir(folder).catch(() => [])
    return all.filter((name) => /^\d+-.*\.eml$/.test(name))
  }

  return {
    async send(mail) {
      if (smtpUrl === null) return write(mail)
      smtp ??= open(smtpUrl)
      await (await smtp).sendMail(optionsOf(mail))
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

/** What a mail's file says of whom it is for and about. */
function headOf(text: string): Pick<Mail, 'to' | 'accounts'> {
  const [head = ''] = text.split('\r\n\r\n', 1)
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const valueOf = (header: string) => new RegExp(`^${header}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim()
  const accounts = valueOf(ACCOUNTS_HEADER)?.split(' ')
  return { to: valueOf('To') ?? '', ...(accounts && { accounts }) }
}
