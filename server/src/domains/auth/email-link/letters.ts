import type { Letter } from '../../../platform/mail/letter.ts'
import type { Domain } from '../../tenants/domain-config.ts'

/** What every letter names. */
interface About {
  domain: Domain
}

/** What follows the `#` of a page's address stays in the browser: no server's log and no other page sees it. */
function link(domain: Domain, page: 'email-sign-in' | 'email-change-password', secret: Record<string, string>): string {
  return `${domain.origin}/bbs/${page}#${new URLSearchParams(secret)}`
}

const nameOf = ({ domain }: About) => domain.config.domainDisplayName
const TEN_MINUTES = 'This is good for 10 minutes and works once.'
const IGNORE = 'If you did not ask for it, you need not do anything: without this mail nobody gets in.'

/** Names of accounts in one letter: anybody can give somebody else's address for many. */
const NAMED_MAX = 3

/** What an address opens: an account that has confirmed it, or a new one beside those that wait for it. */
type Opened = 'confirmed' | { pendingNames: string[] }

/** A link and a code that sign in; for an address that nobody has confirmed they make an account. */
export function signInLetter(
  about: About & { token: string; code: string; next: string | undefined; account: Opened },
): Letter {
  const { domain, token, code, next, account } = about
  const name = nameOf(about)
  const said = signInWords(name, account)
  return {
    subject: said.subject,
    text: said.text,
    action: {
      label: said.label,
      url: link(domain, 'email-sign-in', { token, ...(next === undefined ? {} : { next }) }),
    },
    code,
    after: [
      `On another device, type in the code. Give it to nobody: nobody from ${name} will ask for it.`,
      TEN_MINUTES,
      IGNORE,
    ],
  }
}

function signInWords(name: string, account: Opened): { subject: string; text: string[]; label: string } {
  const signIn = { subject: `Sign in to ${name}`, label: 'Sign in' }
  if (account === 'confirmed') return { ...signIn, text: [`Here is your way in to ${name}.`] }
  const { pendingNames } = account
  if (pendingNames.length === 0) {
    const text = `You can sign in to ${name} with this address. There is no account with it yet; pressing the button makes one.`
    return { subject: `Join ${name}`, label: 'Make an account', text: [text] }
  }
  const named = pendingNames.slice(0, NAMED_MAX).join(', ')
  const others = pendingNames.length > NAMED_MAX ? ' and others' : ''
  const isOne = pendingNames.length === 1
  return {
    ...signIn,
    text: [
      `This address was given for ${isOne ? 'the account' : 'the accounts'} ${named}${others} on ${name}, but is not confirmed there yet.`,
      `If ${isOne ? 'that' : 'one of them'} is yours, press the button, or type in the code, in the browser in which you are signed in to that account: it confirms the address and signs you in. In any other browser it makes a new account with this address instead. There you can sign in to your account with its username and password.`,
    ],
  }
}

/** Asks who has just made an account whether the address is theirs. */
export function confirmLetter(about: About & { token: string; username: string }): Letter {
  const name = nameOf(about)
  return {
    subject: `Confirm your address for ${name}`,
    text: [`The account ${about.username} on ${name} was given this address. Is it yours?`],
    action: { label: 'Confirm the address', url: link(about.domain, 'email-sign-in', { confirm: about.token }) },
    after: [
      'The link is good for a day and works once.',
      `If you do not know the account ${about.username}, do not press the button: somebody has typed in your address, and it stays without effect.`,
    ],
  }
}

/** Tells the owner of an account that somebody has given its address for another one. */
export function alreadyLetter(about: About & { token: string }): Letter {
  const name = nameOf(about)
  return {
    subject: `You have an account on ${name}`,
    text: [`Somebody, probably you, has given this address on ${name}. It already belongs to your account there.`],
    action: { label: 'Sign in to it', url: link(about.domain, 'email-sign-in', { token: about.token }) },
    after: [
      `The link is good for 10 minutes and works once. You can always sign in, or set a new password, at ${about.domain.origin}/bbs/login`,
      'If it was not you, you need not do anything: your account has not changed.',
    ],
  }
}

/** A link that sets a new password. */
export function resetLetter(about: About & { token: string }): Letter {
  return {
    subject: `Set a new password for ${nameOf(about)}`,
    text: [
      `With this button you set a new password for your account on ${nameOf(about)}. Until then the old one is good.`,
    ],
    action: {
      label: 'Set a new password',
      url: link(about.domain, 'email-change-password', { token: about.token }),
    },
    after: [TEN_MINUTES, IGNORE],
  }
}

/** Tells who asked for a new password that there is no account. */
export function noAccountLetter(about: About): Letter {
  const name = nameOf(about)
  return {
    subject: `No account with this address on ${name}`,
    text: [
      `Somebody, probably you, wants to set a new password on ${name}. No account there has this address, or it was never confirmed.`,
      'Perhaps you have signed up with another address.',
    ],
    action: { label: 'Go to the sign-in page', url: `${about.domain.origin}/bbs/login` },
    after: ['If you did not ask for it, you need not do anything.'],
  }
}

/** Asks at the old address whether it may be given up. */
export function approveLetter(about: About & { token: string; username: string; email: string }): Letter {
  return {
    subject: `Change the address of your account on ${nameOf(about)}?`,
    text: [
      `Your account ${about.username} is to get the address ${about.email} instead of this one. That happens when both addresses have confirmed it.`,
    ],
    action: { label: 'Yes, change it', url: link(about.domain, 'email-sign-in', { confirm: about.token }) },
    after: [
      'The link is good for a day and works once.',
      `If you do not want this, do not press the button. Then somebody else is in your account: sign out everywhere and choose a new password at ${about.domain.origin}/bbs/my-account/settings`,
    ],
  }
}

/** Tells the old address that it has been given up. */
export function changedAddressLetter(about: About & { username: string; email: string }): Letter {
  return {
    subject: `Your address on ${nameOf(about)} was changed`,
    text: [
      `Your account ${about.username} now has the address ${about.email}. This one does not sign in to it any more.`,
    ],
    after: [`If you did not want this, answer at once to those who run ${nameOf(about)}: ${about.domain.origin}`],
  }
}

/** Tells of another password. */
export function changedPasswordLetter(about: About & { username: string }): Letter {
  return {
    subject: `Your password on ${nameOf(about)} was changed`,
    text: [`The account ${about.username} has a new password. All other devices were signed out.`],
    action: { label: 'Sign in', url: `${about.domain.origin}/bbs/login` },
    after: [
      `If it was you, there is nothing to do. If not, set a new password at once at ${about.domain.origin}/bbs/email-change-password`,
    ],
  }
}
