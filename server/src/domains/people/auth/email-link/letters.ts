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

const nameOf = ({ domain }: About) => domain.config.domainDisplayName
const TEN_MINUTES = 'It expires in 10 minutes and works once.'
const IGNORE = "If you didn't request this, you can ignore this email. Nobody can sign in without it."

/** Maximum number of account names in a letter, because anyone can give somebody else's address for many accounts. */
const NAMED_MAX = 3

/**
 * What an address signs in to: the account that has confirmed it, or a new one, despite accounts that only claim it.
 */
type Opened = 'confirmed' | { pendingNames: string[] }

/** A link and a code to sign in. For an unconfirmed address they create an account. */
export function signInLetter(
  about: About & { token: string; code: string; next: string | undefined; account: Opened },
): Letter {
  const { domain, token, code, next, account } = about
  const name = nameOf(about)
  const words = signInWords(name, account)
  return {
    subject: words.subject,
    text: words.text,
    action: {
      label: words.label,
      url: link(domain, 'email-sign-in', { token, ...(next === undefined ? {} : { next }) }),
    },
    code,
    after: [
      `On another device, enter the code. Don't share it: ${name} will never ask you for it.`,
      TEN_MINUTES,
      IGNORE,
    ],
  }
}

function signInWords(name: string, account: Opened): { subject: string; text: string[]; label: string } {
  const signIn = { subject: `Sign in to ${name}`, label: 'Sign in' }
  if (account === 'confirmed') return { ...signIn, text: [`Use this link to sign in to ${name}.`] }
  const { pendingNames } = account
  if (pendingNames.length === 0) {
    const text = `There's no account with this address on ${name} yet. Use the button to create one and sign in.`
    return { subject: `Join ${name}`, label: 'Create account', text: [text] }
  }
  const names = pendingNames.slice(0, NAMED_MAX).join(', ')
  const others = pendingNames.length > NAMED_MAX ? ' and others' : ''
  const isOne = pendingNames.length === 1
  return {
    ...signIn,
    text: [
      `This address was entered for ${isOne ? 'the account' : 'the accounts'} ${names}${others} on ${name}, but hasn't been confirmed yet.`,
      `If ${isOne ? 'it' : 'one of them'} is yours, use the button or the code in the browser where you're signed in to that account. This confirms the address and signs you in. In any other browser, it creates a new account with this address. You can still sign in to your existing account with its username and password.`,
    ],
  }
}

/** Asks the owner of a new account to confirm its address. */
export function confirmLetter(about: About & { token: string; username: string }): Letter {
  const name = nameOf(about)
  return {
    subject: `Confirm your email address for ${name}`,
    text: [`Please confirm that this email address belongs to your account ${about.username} on ${name}.`],
    action: { label: 'Confirm address', url: link(about.domain, 'email-sign-in', { confirm: about.token }) },
    after: [
      'The link expires in 24 hours and works once.',
      `If ${about.username} isn't your account, ignore this email. Someone may have entered your address by mistake.`,
    ],
  }
}

/** Notifies the owner of an account that somebody used its address for another one. */
export function alreadyLetter(about: About & { token: string }): Letter {
  const name = nameOf(about)
  return {
    subject: `You have an account on ${name}`,
    text: [`Someone, probably you, tried to use this address on ${name}. It already belongs to your account.`],
    action: { label: 'Sign in', url: link(about.domain, 'email-sign-in', { token: about.token }) },
    after: [
      `The link expires in 10 minutes and works once. You can always sign in or set a new password at ${about.domain.origin}/bbs/login`,
      "If this wasn't you, you can ignore this email. Your account hasn't changed.",
    ],
  }
}

/** A link that sets a new password. */
export function resetLetter(about: About & { token: string }): Letter {
  return {
    subject: `Set a new password for ${nameOf(about)}`,
    text: [
      `Use the button to set a new password for your account on ${nameOf(about)}. Your current password works until then.`,
    ],
    action: {
      label: 'Set a new password',
      url: link(about.domain, 'email-change-password', { token: about.token }),
    },
    after: [TEN_MINUTES, IGNORE],
  }
}

/** Tells a person who wants to reset a password that there is no account. */
export function noAccountLetter(about: About): Letter {
  const name = nameOf(about)
  return {
    subject: `No account with this address on ${name}`,
    text: [
      `Someone, probably you, asked to set a new password on ${name}. But no account has this address, or the address was never confirmed.`,
      'You may have signed up with a different address.',
    ],
    action: { label: 'Go to the sign-in page', url: `${about.domain.origin}/bbs/login` },
    after: ["If you didn't request this, you can ignore this email."],
  }
}

/** Asks the old address to approve the new one. */
export function approveLetter(about: About & { token: string; username: string; email: string }): Letter {
  return {
    subject: `Change your email address on ${nameOf(about)}?`,
    text: [
      `You asked to change the email address for your account ${about.username} to ${about.email}. It changes once you've confirmed both addresses.`,
    ],
    action: { label: 'Change address', url: link(about.domain, 'email-sign-in', { confirm: about.token }) },
    after: [
      'The link expires in 24 hours and works once.',
      `If you didn't request this, don't use the button. Someone else may have access to your account: sign out everywhere and change your password at ${about.domain.origin}/bbs/my-account/settings/security`,
    ],
  }
}

/** Notifies the old address of the change. */
export function changedAddressLetter(about: About & { username: string; email: string }): Letter {
  return {
    subject: `Your email address on ${nameOf(about)} was changed`,
    text: [
      `The email address for your account ${about.username} is now ${about.email}. You can no longer sign in with this one.`,
    ],
    after: [`If you didn't request this, contact ${nameOf(about)} right away: ${about.domain.origin}`],
  }
}

/** Notifies the owner of a change by an operator. `change` completes "An administrator on …". */
export function operatorChangeLetter(about: About & { username: string; change: string }): Letter {
  const name = nameOf(about)
  return {
    subject: `An administrator changed your account on ${name}`,
    text: [`Your account is ${about.username}. An administrator on ${name} ${about.change}.`],
    after: [`If you didn't ask for this, contact ${name} right away: ${about.domain.origin}`],
  }
}

/** Notifies the owner of a changed password. */
export function changedPasswordLetter(about: About & { username: string }): Letter {
  return {
    subject: `Your password on ${nameOf(about)} was changed`,
    text: [`The password for your account ${about.username} was changed. All other devices were signed out.`],
    action: { label: 'Sign in', url: `${about.domain.origin}/bbs/login` },
    after: [
      `If this was you, there's nothing to do. If not, set a new password right away at ${about.domain.origin}/bbs/email-change-password`,
    ],
  }
}
