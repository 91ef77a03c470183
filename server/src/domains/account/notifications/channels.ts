import type { NotificationKind, NotificationSettings } from '@stoa/contract'

/** Where a person is told of something: in the forum, by mail, and on devices. */
export type Channel = 'onSite' | 'email' | 'push'
/** What people are told of: a kind of notification, or a direct message. */
export type ToldKind = NotificationKind | 'message'

/** Whether a kind is told on a channel: as the person chose, always, or never. */
type Rule = 'chosen' | 'always' | 'never'

const AS_CHOSEN = { onSite: 'chosen', email: 'chosen', push: 'chosen' } as const

/** Every kind on every channel. */
export const CHANNELS: Readonly<Record<ToldKind, Readonly<Record<Channel, Rule>>>> = {
  reply: AS_CHOSEN,
  mention: AS_CHOSEN,
  newPost: AS_CHOSEN,
  communityPost: AS_CHOSEN,
  watched: AS_CHOSEN,
  reminder: AS_CHOSEN,
  follow: AS_CHOSEN,
  moderation: AS_CHOSEN,
  role: AS_CHOSEN,
  queue: AS_CHOSEN,
  overdue: AS_CHOSEN,
  // The inbox shows all messages.
  message: { ...AS_CHOSEN, onSite: 'always' },
  // It was mailed when it was made.
  accountChanged: { onSite: 'always', email: 'never', push: 'always' },
}

/** Kinds that tell of a decision about a person. They always arrive, whomever the person has blocked. */
export const DECISION_KINDS: readonly NotificationKind[] = ['moderation', 'role']

/** Whether notifications of a kind tell of a decision about a person. */
export const isDecision = (kind: NotificationKind): boolean => DECISION_KINDS.includes(kind)

/** Whether notifications of a kind tell of what waits for a decision. */
export const isOfQueue = (kind: NotificationKind): boolean => kind === 'queue' || kind === 'overdue'

/** Where a person is told of a kind. */
export function channelsOf(settings: NotificationSettings, kind: ToldKind): Record<Channel, boolean> {
  const isTold = (channel: Channel) => {
    const rule = CHANNELS[kind][channel]
    return rule === 'chosen' && kind !== 'accountChanged' ? settings[channel][kind] : rule === 'always'
  }
  return { onSite: isTold('onSite'), email: isTold('email'), push: isTold('push') }
}
