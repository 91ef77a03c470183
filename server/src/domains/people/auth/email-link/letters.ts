import { wordsIn } from '../../../../platform/languages/words.ts'
import type { Letter } from '../../../../platform/mail/letter.ts'
import type { Domain } from '../../tenants/index.ts'

/** Options of all letters. */
interface About {
  domain: Domain
}

/** Puts the secret in the fragment, which stays in the browser: no server logs it and no other page sees it. */
function link(domain: Domain, page: 'email-sign-in' | 'email-change-password', secret: Record<string, string>): string {
  return `${domain.origin}/bbs/${page}#${new URLSearchParams(secret)}`
}

/** Maximum number of account names in a letter, because anyone can give somebody else's address for many accounts. */
const NAMED_MAX = 3

/** English texts of the letters about signing in. `forum` is the forum's name. */
const letterMessages = {
  'mail.tenMinutes': 'It expires in 10 minutes and works once.',
  'mail.aDay': 'The link expires in 24 hours and works once.',
  'mail.ignore': 'If you didn’t request this, you can ignore this email. Nobody can sign in without it.',
  'mail.signIn': 'Sign in',
  'mail.signIn.subject': 'Sign in to {forum}',
  'mail.signIn.text': 'Use this link to sign in to {forum}.',
  'mail.signIn.code': 'On another device, enter the code. Don’t share it: {forum} will never ask you for it.',
  'mail.signIn.claimed':
    '{count, plural, one {This address was entered for the account {names} on {forum}, but hasn’t been confirmed yet.} other {This address was entered for the accounts {names} on {forum}, but hasn’t been confirmed yet.}}',
  'mail.signIn.claimedMore':
    'This address was entered for the accounts {names} and others on {forum}, but hasn’t been confirmed yet.',
  'mail.signIn.isYours':
    '{count, plural, one {If it is yours, use the button or the code in the browser where you’re signed in to that account.} other {If one of them is yours, use the button or the code in the browser where you’re signed in to that account.}} This confirms the address and signs you in. In any other browser, it creates a new account with this address. You can still sign in to your existing account with its username and password.',
  'mail.join': 'Create account',
  'mail.join.subject': 'Join {forum}',
  'mail.join.text': 'There’s no account with this address on {forum} yet. Use the button to create one and sign in.',
  'mail.confirm': 'Confirm address',
  'mail.confirm.subject': 'Confirm your email address for {forum}',
  'mail.confirm.text': 'Please confirm that this email address belongs to your account {username} on {forum}.',
  'mail.confirm.notYours':
    'If {username} isn’t your account, ignore this email. Someone may have entered your address by mistake.',
  'mail.already.subject': 'You have an account on {forum}',
  'mail.already.text':
    'Someone, probably you, tried to use this address on {forum}. It already belongs to your account.',
  'mail.already.link':
    'The link expires in 10 minutes and works once. You can always sign in or set a new password at {address}',
  'mail.already.notYou': 'If this wasn’t you, you can ignore this email. Your account hasn’t changed.',
  'mail.reset': 'Set a new password',
  'mail.reset.subject': 'Set a new password for {forum}',
  'mail.reset.text':
    'Use the button to set a new password for your account on {forum}. Your current password works until then.',
  'mail.noAccount': 'Go to the sign-in page',
  'mail.noAccount.subject': 'No account with this address on {forum}',
  'mail.noAccount.text':
    'Someone, probably you, asked to set a new password on {forum}. But no account has this address, or the address was never confirmed.',
  'mail.noAccount.other': 'You may have signed up with a different address.',
  'mail.noAccount.ignore': 'If you didn’t request this, you can ignore this email.',
  'mail.approve': 'Change address',
  'mail.approve.subject': 'Change your email address on {forum}?',
  'mail.approve.text':
    'You asked to change the email address for your account {username} to {email}. It changes once you’ve confirmed both addresses.',
  'mail.approve.notYou':
    'If you didn’t request this, don’t use the button. Someone else may have access to your account: sign out everywhere and change your password at {address}',
  'mail.changedAddress.subject': 'Your email address on {forum} was changed',
  'mail.changedAddress.text':
    'The email address for your account {username} is now {email}. You can no longer sign in with this one.',
  'mail.changedAddress.notYou': 'If you didn’t request this, contact {forum} right away: {address}',
  'mail.operator.subject': 'An administrator changed your account on {forum}',
  'mail.operator.account': 'Your account is {username}.',
  'mail.operator.secondFactor':
    'An administrator on {forum} turned off two-step verification and signed out all devices.',
  'mail.operator.address': 'An administrator on {forum} made this address the one of your account.',
  'mail.operator.renamed':
    'An administrator on {forum} changed the username of this account from {former} to {username}.',
  'mail.operator.notYou': 'If you didn’t ask for this, contact {forum} right away: {address}',
  'mail.changedPassword.subject': 'Your password on {forum} was changed',
  'mail.changedPassword.text':
    'The password for your account {username} was changed. All other devices were signed out.',
  'mail.changedPassword.notYou':
    'If this was you, there’s nothing to do. If not, set a new password right away at {address}',
} as const

/** The words of a letter in the language of `domain`, which is its reader's. */
function wordsOf({ domain }: About) {
  const t = wordsIn(domain, letterMessages)
  const forum = domain.config.domainDisplayName
  return (key: keyof typeof letterMessages, values: Record<string, string | number> = {}) =>
    t(key, { forum, ...values })
}

/**
 * What an address signs in to: the account that has confirmed it, or a new one, despite accounts that only claim it.
 */
type Opened = 'confirmed' | { pendingNames: string[] }

/** A link and a code to sign in. For an unconfirmed address they create an account. */
export function signInLetter(
  about: About & { token: string; code: string; next: string | undefined; account: Opened },
): Letter {
  const { domain, token, code, next, account } = about
  const t = wordsOf(about)
  const words = signInWords(about, account)
  return {
    subject: words.subject,
    text: words.text,
    action: {
      label: words.label,
      url: link(domain, 'email-sign-in', { token, ...(next === undefined ? {} : { next }) }),
    },
    code,
    after: [t('mail.signIn.code'), t('mail.tenMinutes'), t('mail.ignore')],
  }
}

function signInWords(about: About, account: Opened): { subject: string; text: string[]; label: string } {
  const t = wordsOf(about)
  const signIn = { subject: t('mail.signIn.subject'), label: t('mail.signIn') }
  if (account === 'confirmed') return { ...signIn, text: [t('mail.signIn.text')] }
  const { pendingNames } = account
  const count = pendingNames.length
  if (count === 0) return { subject: t('mail.join.subject'), label: t('mail.join'), text: [t('mail.join.text')] }
  const names = pendingNames.slice(0, NAMED_MAX).join(', ')
  return {
    ...signIn,
    text: [
      count > NAMED_MAX ? t('mail.signIn.claimedMore', { names }) : t('mail.signIn.claimed', { count, names }),
      t('mail.signIn.isYours', { count }),
    ],
  }
}

/** Asks the owner of a new account to confirm its address. */
export function confirmLetter(about: About & { token: string; username: string }): Letter {
  const { username } = about
  const t = wordsOf(about)
  return {
    subject: t('mail.confirm.subject'),
    text: [t('mail.confirm.text', { username })],
    action: { label: t('mail.confirm'), url: link(about.domain, 'email-sign-in', { confirm: about.token }) },
    after: [t('mail.aDay'), t('mail.confirm.notYours', { username })],
  }
}

/** Notifies the owner of an account that somebody used its address for another one. */
export function alreadyLetter(about: About & { token: string }): Letter {
  const t = wordsOf(about)
  return {
    subject: t('mail.already.subject'),
    text: [t('mail.already.text')],
    action: { label: t('mail.signIn'), url: link(about.domain, 'email-sign-in', { token: about.token }) },
    after: [t('mail.already.link', { address: `${about.domain.origin}/bbs/login` }), t('mail.already.notYou')],
  }
}

/** A link that sets a new password. */
export function resetLetter(about: About & { token: string }): Letter {
  const t = wordsOf(about)
  return {
    subject: t('mail.reset.subject'),
    text: [t('mail.reset.text')],
    action: { label: t('mail.reset'), url: link(about.domain, 'email-change-password', { token: about.token }) },
    after: [t('mail.tenMinutes'), t('mail.ignore')],
  }
}

/** Tells a person who wants to reset a password that there is no account. */
export function noAccountLetter(about: About): Letter {
  const t = wordsOf(about)
  return {
    subject: t('mail.noAccount.subject'),
    text: [t('mail.noAccount.text'), t('mail.noAccount.other')],
    action: { label: t('mail.noAccount'), url: `${about.domain.origin}/bbs/login` },
    after: [t('mail.noAccount.ignore')],
  }
}

/** Asks the old address to approve the new one. */
export function approveLetter(about: About & { token: string; username: string; email: string }): Letter {
  const { domain, token, username, email } = about
  const t = wordsOf(about)
  return {
    subject: t('mail.approve.subject'),
    text: [t('mail.approve.text', { username, email })],
    action: { label: t('mail.approve'), url: link(domain, 'email-sign-in', { confirm: token }) },
    after: [t('mail.aDay'), t('mail.approve.notYou', { address: `${domain.origin}/bbs/my-account/settings/security` })],
  }
}

/** Notifies the old address of the change. */
export function changedAddressLetter(about: About & { username: string; email: string }): Letter {
  const { domain, username, email } = about
  const t = wordsOf(about)
  return {
    subject: t('mail.changedAddress.subject'),
    text: [t('mail.changedAddress.text', { username, email })],
    after: [t('mail.changedAddress.notYou', { address: domain.origin })],
  }
}

/** What an operator changed. */
export type OperatorChange = { kind: 'secondFactor' | 'address' } | { kind: 'renamed'; former: string }

/** Notifies the owner of a change by an operator. */
export function operatorChangeLetter(about: About & { username: string; change: OperatorChange }): Letter {
  const { domain, username, change } = about
  const { kind, ...former } = change
  const t = wordsOf(about)
  return {
    subject: t('mail.operator.subject'),
    text: [`${t('mail.operator.account', { username })} ${t(`mail.operator.${kind}`, { username, ...former })}`],
    after: [t('mail.operator.notYou', { address: domain.origin })],
  }
}

/** Notifies the owner of a changed password. */
export function changedPasswordLetter(about: About & { username: string }): Letter {
  const { domain, username } = about
  const t = wordsOf(about)
  return {
    subject: t('mail.changedPassword.subject'),
    text: [t('mail.changedPassword.text', { username })],
    action: { label: t('mail.signIn'), url: `${domain.origin}/bbs/login` },
    after: [t('mail.changedPassword.notYou', { address: `${domain.origin}/bbs/email-change-password` })],
  }
}
