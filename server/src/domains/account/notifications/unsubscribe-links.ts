import { createHmac, timingSafeEqual } from 'node:crypto'
import { DEFAULT_NOTIFICATION_SETTINGS } from '@stoa/contract'
import { deriveKey } from '../../../platform/security/keys.ts'
import type { AccountService, Profiles } from '../../people/accounts/index.ts'
import type { MailKind } from './mail-letters.ts'

interface Dependencies {
  secret: string
  accounts: Pick<AccountService, 'recipientsById'>
  profiles: Pick<Profiles, 'setNotifications'>
}

/** Path of the unsubscribe page. */
const UNSUBSCRIBE_PATH = '/unsubscribe'

/** What earlier mails of a kind were about as well, until it became a kind of its own. */
const FORMERLY_WITH: Partial<Record<MailKind, MailKind>> = { moderation: 'role', queue: 'overdue' }
/** Ends these kinds' names in the links of later mails. */
const ALONE = '-alone'

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

/**
 * Links that turn off one kind of mail for one person without signing in. A token contains both, with a MAC by the
 * server. Tokens stay valid as long as the secret, because mails are kept for years, and work for nothing else.
 */
export function createUnsubscribeLinks({ secret, accounts, profiles }: Dependencies) {
  const key = deriveKey(secret, 'stoa unsubscribe')
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  /** The person and kind of mail of a token, with what such mails were about as well; null if it is invalid. */
  function read(token: string): { userId: string; kind: MailKind; kinds: MailKind[] } | null {
    const [userId = '', name = '', mac = '', ...rest] = token.split('.')
    const expected = Buffer.from(macOf(`${userId}.${name}`))
    const macBytes = Buffer.from(mac)
    if (rest.length > 0 || macBytes.length !== expected.length || !timingSafeEqual(macBytes, expected)) return null
    const kind = name.replace(ALONE, '') as MailKind
    if (!(kind in DEFAULT_NOTIFICATION_SETTINGS.email)) return null
    const other = name.endsWith(ALONE) ? undefined : FORMERLY_WITH[kind]
    return { userId, kind, kinds: other ? [kind, other] : [kind] }
  }

  return {
    /** The unsubscribe page's address for a letter, on the forum that sends it. */
    urlFor(origin: string, about: { userId: string; kind: MailKind }): string {
      const content = `${about.userId}.${about.kind}${about.kind in FORMERLY_WITH ? ALONE : ''}`
      return `${origin}${UNSUBSCRIBE_PATH}?token=${content}.${macOf(content)}`
    },
    /** The kind of a token's mails; null if it is invalid. */
    kindOf: (token: string): MailKind | null => read(token)?.kind ?? null,
    /** Turns the mails off. Returns their kind, or null for an invalid token. Idempotent. */
    async stop(token: string): Promise<MailKind | null> {
      const subscription = read(token)
      if (!subscription) return null
      // Deleted people get no mails; a merged account stands for its main one.
      const recipient = (await accounts.recipientsById([subscription.userId])).get(subscription.userId)
      if (recipient && subscription.kinds.some((kind) => recipient.settings.email[kind])) {
        const email = Object.fromEntries(subscription.kinds.map((kind) => [kind, false]))
        await profiles.setNotifications({ id: recipient.userId }, { email })
      }
      return subscription.kind
    },
  }
}
