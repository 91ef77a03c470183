import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { mailBrandOf } from '../domains/people/tenants/index.ts'
import { wordsIn } from '../platform/languages/words.ts'
import { mailTestMessages } from '../platform/mail/mail-test-messages.ts'

interface MailTestResult {
  to: string
  from: string
  /** The mail server; null: mails are written to files. */
  server: string | null
  /** What the mail server said; null: it took the mail. */
  error: string | null
}

/** Sends a test mail at once, without a job: also while work is held. */
export async function testMail(app: App, { config, to }: { config: Config; to: string }): Promise<MailTestResult> {
  const domain = app.services.domains.all[0]
  const name = domain.config.domainDisplayName
  const t = wordsIn(domain, mailTestMessages)
  const letter = {
    subject: t('mail.test.subject', { name }),
    text: [t('mail.test.text')],
    action: { label: t('mail.test.open', { name }), url: domain.origin },
  }
  const error = await app.mail.sendNow({
    userId: null,
    to,
    from: name,
    brand: mailBrandOf(domain),
    reader: domain,
    letter,
  })
  return { to, from: config.mailFrom, server: config.smtpUrl === null ? null : new URL(config.smtpUrl).host, error }
}
