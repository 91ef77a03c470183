import type { DeletionReceipt } from '@stoa/contract'
import type { Letter } from '../../platform/mail/letter.ts'

/** What is counted, in words. */
const WORDS: Record<string, string> = {
  embedCodes: 'codes for other sites',
  emailProofs: 'mailed links',
  roles: 'roles in communities',
  visits: 'notes of visits',
  drafts: 'drafts and waiting posts',
  accountExports: 'archives',
  notificationCauses: 'causes of notifications',
  notificationMails: 'planned mails',
  notificationsViewed: 'notes of looking at notifications',
  mails: 'mails on their way',
}

/** Tells somebody that their account is gone, and what of it. */
export function receiptLetter(receipt: DeletionReceipt, username: string): Letter {
  const { requestedAt, removed, keptWithoutName } = receipt
  return {
    subject: 'Your account has been deleted',
    text: [
      `As you asked on ${new Date(requestedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC, the account ${username} is deleted.`,
      `Removed: your profile, your e-mail address and every way to sign in${listed(removed, ', ')}.`,
      `Kept without your name: ${listed(keptWithoutName, '') || 'nothing'}.`,
    ],
    after: [
      'Nobody else can take your username. This is the last mail to this address: it is forgotten now.',
      `Number of this receipt: ${receipt.userId}`,
    ],
  }
}

/** `knownBrowsers` are known browsers. */
function wordsFor(what: string): string {
  return WORDS[what] ?? what.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function listed(counts: Record<string, number>, before: string): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  return parts.length === 0 ? '' : before + parts.map(([what, count]) => `${count} ${wordsFor(what)}`).join(', ')
}
