import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { Logger } from '../lib/logger.ts'

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
}

/** Hands mails to whoever carries them; throws when that was not possible. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

const TIMEOUT_MS = 20_000

/**
 * Sends by SMTP; without a server every mail is a file in `mail` of the data folder, to be opened with any mail program,
 * and a line in the log, without its text: that may hold what signs in.
 */
export function createMailer(about: {
  smtpUrl: string | null
  /** Address of the sender. */
  sender: string
  dataFolder: string
  logger: Logger
}): Mailer {
  const { smtpUrl, sender, dataFolder, logger } = about
  // Loaded with the first mail: many a process never sends one.
  const nodemailer = () => import('nodemailer')
  let smtp: Promise<Transporter> | null = null
  let written = 0

  const optionsOf = (mail: Mail): SendMailOptions => ({ ...mail, from: { name: mail.from, address: sender } })

  async function open(url: string): Promise<Transporter> {
    const { createTransport } = await nodemailer()
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
    return createTransport({ url, pool: true, disableFileAccess: true, disableUrlAccess: true, ...timeouts })
  }

  async function write(mail: Mail): Promise<void> {
    // Several are written at once: their files are in the order in which they were begun.
    const name = `${Date.now()}-${process.pid}-${(written += 1)}.eml`
    const { createTransport } = await nodemailer()
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(optionsOf(mail))
    const folder = join(dataFolder, 'mail')
    await mkdir(folder, { recursive: true })
    const file = join(folder, name)
    await writeFile(file, message as Buffer, { mode: 0o600 })
    logger.info({ file, subject: mail.subject }, 'no mail server is set: the mail is a file')
  }

  return {
    async send(mail) {
      if (smtpUrl === null) return write(mail)
      smtp ??= open(smtpUrl)
      await (await smtp).sendMail(optionsOf(mail))
    },
  }
}
