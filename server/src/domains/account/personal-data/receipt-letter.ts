import { type DeletionReceipt, plainAmount } from '@stoa/contract'
import { type ReaderLanguage, wordsIn } from '../../../platform/languages/words.ts'
import type { Letter } from '../../../platform/mail/letter.ts'

/** English texts of the receipt. The page after a deletion counts with the same words. */
const receiptMessages = {
  'mail.deleted.subject': 'Your account has been deleted',
  'mail.deleted.asked': 'As you requested on {time} UTC, your account {username} was deleted.',
  'mail.deleted.byOperator': 'On {time} UTC an administrator deleted your account {username}.',
  'mail.deleted.removed': 'Removed: {things}.',
  'mail.deleted.always': 'your name, profile, email address and all sign-in methods',
  'mail.deleted.kept': 'Kept without your name: {things}.',
  'mail.deleted.lost': 'Lost from your wallet: {things}.',
  'mail.deleted.nothing': 'nothing',
  'mail.deleted.last':
    'No one else can take your username. We’ve removed this address, so this is our last email to you.',
  'mail.deleted.number': 'Receipt number: {id}',
  'receipt.posts': '{count, plural, one {# post} other {# posts}}',
  'receipt.comments': '{count, plural, one {# comment} other {# comments}}',
  'receipt.drafts': '{count, plural, one {# draft} other {# drafts}}',
  'receipt.reactions': '{count, plural, one {# reaction} other {# reactions}}',
  'receipt.votes': '{count, plural, one {# vote} other {# votes}}',
  'receipt.memberships': '{count, plural, one {# membership} other {# memberships}}',
  'receipt.sessions': '{count, plural, one {# session} other {# sessions}}',
  'receipt.others': '{count, plural, one {# other record} other {# other records}}',
} as const

/** Counts that have words of their own. */
const COUNTED = ['posts', 'comments', 'drafts', 'reactions', 'votes', 'memberships', 'sessions'] as const

/** Confirms the deletion of an account in its person's language, with the counts. */
export function receiptLetter(
  receipt: DeletionReceipt,
  { reader, username, isByOperator }: { reader: ReaderLanguage; username: string; isByOperator: boolean },
): Letter {
  const t = wordsIn(reader, receiptMessages)
  const { language } = reader.config
  const locale = language === 'en' ? 'en-US' : language
  const list = new Intl.ListFormat(locale, { type: 'unit' })
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

  function counted(counts: Record<string, number>): string[] {
    const named = COUNTED.flatMap((kind) => (counts[kind] ? [t(`receipt.${kind}`, { count: counts[kind] })] : []))
    const others = Object.entries(counts).filter(([kind]) => !COUNTED.some((one) => one === kind))
    const count = others.reduce((sum, [, one]) => sum + one, 0)
    return count === 0 ? named : [...named, t('receipt.others', { count })]
  }

  const { requestedAt, removed, keptWithoutName, lost = {}, userId: id } = receipt
  const amounts = Object.entries(lost).map(([token, units]) => `${plainAmount(Number(units))} ${token}`)
  const kept = counted(keptWithoutName)
  return {
    subject: t('mail.deleted.subject'),
    text: [
      t(isByOperator ? 'mail.deleted.byOperator' : 'mail.deleted.asked', { time: time.format(requestedAt), username }),
      t('mail.deleted.removed', { things: list.format([t('mail.deleted.always'), ...counted(removed)]) }),
      t('mail.deleted.kept', { things: kept.length === 0 ? t('mail.deleted.nothing') : list.format(kept) }),
      ...(amounts.length === 0 ? [] : [t('mail.deleted.lost', { things: list.format(amounts) })]),
    ],
    after: [t('mail.deleted.last'), t('mail.deleted.number', { id })],
  }
}
