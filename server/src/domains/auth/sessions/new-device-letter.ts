import type { Letter } from '../../../platform/mail/letter.ts'
import { deviceWords, shownAddress } from './device-words.ts'
import type { SignInContext } from './sign-in-context.ts'

/** Tells somebody that their account was signed in to from a browser that it does not know. */
export function newDeviceLetter(about: SignInContext & { at: number }): Letter {
  const { domain } = about
  return {
    subject: `New sign-in to ${domain.config.domainDisplayName}`,
    text: [
      `Somebody has signed in to your account with a browser that was not used for it before.`,
      whereAndWhen(about),
    ],
    action: { label: 'See where you are signed in', url: `${domain.origin}/bbs/my-account/settings` },
    after: ['If it was you, there is nothing to do. If not, sign out everywhere there and choose a new password.'],
  }
}

/** Tells somebody that their password was right in a browser that their account does not know, to merge it with another account. */
export function provedLetter(about: SignInContext & { at: number }): Letter {
  const { domain } = about
  return {
    subject: `Your password was used on ${domain.config.domainDisplayName}`,
    text: [
      'Somebody has typed in your password to merge your account with another one. Nothing is merged yet.',
      whereAndWhen(about),
    ],
    action: { label: 'Choose a new password', url: `${domain.origin}/bbs/my-account/settings` },
    after: ['If it was you, there is nothing to do. If not, somebody knows your password: choose a new one now.'],
  }
}

function whereAndWhen({ prefix, userAgent, at }: SignInContext & { at: number }): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return `${deviceWords(userAgent) || 'An unknown device'}, ${time} UTC, from ${shownAddress(prefix) || 'an unknown address'}`
}
