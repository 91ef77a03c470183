import { type Conversation, type Me, type Message, SHARED_COMMUNITIES_MAX, type WritingState } from '@stoa/contract'
import { linksIn } from '../../content/checks/index.ts'
import type { Contact } from './contacts.ts'
import type { MessageRow } from './repository.ts'
import { boxOf, isSender, type Thread } from './threads.ts'

/** Stands for an address that waits. */
const HELD_LINK = '[…]'

export function withoutAddresses(text: string): string {
  return linksIn(text).reduce((rest, link) => rest.replaceAll(link.text, HELD_LINK), text)
}

/** A message as the viewer may see it. */
export function presentMessage(viewer: Me, row: MessageRow, thread: Thread): Message {
  const isOwnMessage = isSender(viewer, row)
  const isHeld = row.is_held === 1 && boxOf(isOwnMessage ? thread.others : thread.own) === 'requests'
  return {
    id: row.id,
    conversationId: thread.id,
    senderId: isOwnMessage ? viewer.id : thread.otherId,
    text: isHeld && !isOwnMessage ? withoutAddresses(row.text) : row.text,
    createdAt: Number(row.created_at),
    ...(isHeld ? { held: true } : {}),
    ...(isOwnMessage && row.nonce !== '' ? { nonce: row.nonce } : {}),
  }
}

export function writingStateOf({ shownDecision: decision }: Contact): WritingState {
  if (decision.allowed) return 'allowed'
  if (decision.code === 'USER_NOT_FOUND') return 'deleted'
  return decision.code === 'DM_BLOCKED' ? 'blocked' : 'notAllowed'
}

export function namedOf({ person }: Pick<Contact, 'person'>) {
  const { id: userId, displayName, slugUrl, profileImageUrl: imageUrl } = person
  return { userId, displayName, slugUrl, imageUrl }
}

export function presentConversation(
  thread: Thread,
  about: {
    contact: Contact
    lastMessage: Message | null
    unread: number
    /** The only community of the domain; null for all. */
    onlyCommunity: string | null
  },
): Conversation {
  const { contact, lastMessage, unread, onlyCommunity } = about
  const { own, others } = thread
  const shared = contact.communities.filter(({ tokenName }) => onlyCommunity === null || tokenName === onlyCommunity)
  const isRequest = boxOf(own) === 'requests'
  const seesSeen = contact.shareSeen && contact.isAccepted && !isRequest && !contact.isBlockedByViewer
  const seen = Math.max(0, ...others.map((side) => side.read_until))
  return {
    id: thread.id,
    person: { ...namedOf(contact), username: contact.person.username },
    profileTitle: contact.person.profileTitle,
    sharedCommunities: shared.slice(0, SHARED_COMMUNITIES_MAX).map(({ tokenName, title }) => ({ tokenName, title })),
    lastMessage,
    unread: contact.isBlockedByViewer ? 0 : unread,
    isRequest,
    seenUntil: seesSeen && seen > 0 ? seen : null,
    readUntil: Math.max(0, ...own.map((side) => side.read_until)),
    youBlocked: contact.isBlockedByViewer,
    writing: writingStateOf(contact),
    activeAt: Math.max(0, ...own.map((side) => side.active_at)),
  }
}
