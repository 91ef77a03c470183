import type { NotificationKind } from '@stoa/contract'
import type { NotificationRow } from './repository.ts'

/** What the entry on a device is about, by kind. */
const SUBJECTS: Record<NotificationKind, 'thread' | 'community' | 'account'> = {
  reply: 'thread',
  mention: 'thread',
  watched: 'thread',
  reminder: 'thread',
  // Of its post, or of its community.
  moderation: 'thread',
  role: 'community',
  newPost: 'community',
  communityPost: 'community',
  queue: 'community',
  overdue: 'community',
  follow: 'account',
  accountChanged: 'account',
}

/** The entry on a device to which a notification belongs: one per post, community, or account. */
export function pushTagOf({
  kind,
  thread_id,
  community_id,
}: Pick<NotificationRow, 'kind' | 'thread_id' | 'community_id'>): string {
  const subject = SUBJECTS[kind]
  if (subject === 'thread' && thread_id !== '' && thread_id !== community_id) return postTag(thread_id)
  return subject === 'account' || community_id === '' ? ACCOUNT_TAG : communityTag(community_id)
}

const ACCOUNT_TAG = 'account'
export const postTag = (postId: string): string => `post:${postId}`
export const communityTag = (communityId: string): string => `community:${communityId}`
const CONVERSATION = 'dm:'
export const conversationTag = (conversationId: string): string => CONVERSATION + conversationId

/** The conversation of a tag; null for other tags. */
export function conversationOfTag(tag: string): string | null {
  return tag.startsWith(CONVERSATION) ? tag.slice(CONVERSATION.length) : null
}
