import type { Letter } from '../mail/letter.ts'
import { deviceWords, shownAddress } from './device-words.ts'
import type { Place } from './sign-ins.ts'

/** Tells somebody that their account was signed in to from a browser that it does not know. */
export function newDeviceLetter({ prefix, userAgent, domain, at }: Place & { at: number }): Letter {
  const name = domain.config.domainDisplayName
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return {
    subject: `New sign-in to ${name}`,
    text: [
      `Somebody has signed in to your account with a browser that was not used for it before.`,
      `${deviceWords(userAgent) || 'An unknown device'}, ${time} UTC, from ${shownAddress(prefix) || 'an unknown address'}`,
    ],
    action: { label: 'See where you are signed in', url: `${domain.origin}/bbs/my-account/settings` },
    after: ['If it was you, there is nothing to do. If not, sign out everywhere there and choose a new password.'],
  }
}
