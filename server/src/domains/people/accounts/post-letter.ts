import { closestLanguage } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Letter } from '../../../platform/mail/letter.ts'
import type { MailService, Posted } from '../../../platform/mail/service.ts'
import { type Domain, inLanguage, mailBrandOf } from '../tenants/index.ts'
import type { AccountService } from './service.ts'

/** A letter of a domain. */
export interface DomainLetter extends Omit<Posted, 'from' | 'brand' | 'letter' | 'reader'> {
  /** In the language of a recipient who has none. */
  domain: Domain
}

export type PostLetter = ReturnType<typeof createPostLetter>

/** The domain as a person reads it: in their language, if the domain has that. */
export function inReadersLanguage(domain: Domain, language: string): Domain {
  const found = language === '' ? undefined : closestLanguage(domain.config.languages, language)
  return found === undefined ? domain : inLanguage(domain, found)
}

/** Mails on behalf of a domain. `write` gets it in the recipient's language, not in that of who caused the mail. */
export function createPostLetter({
  mail,
  accounts,
}: {
  mail: Pick<MailService, 'post'>
  accounts: Pick<AccountService, 'languageOf'>
}) {
  return async (tx: Transaction, about: DomainLetter, write: (reader: Domain) => Letter): Promise<void> => {
    const { domain, ...posted } = about
    // Asked for nobody's account, too, so that nothing tells whether an address has one.
    const reader = inReadersLanguage(domain, await accounts.languageOf(posted.userId ?? '', tx))
    const from = reader.config.domainDisplayName
    await mail.post(tx, { ...posted, from, brand: mailBrandOf(reader), reader, letter: write(reader) })
  }
}
