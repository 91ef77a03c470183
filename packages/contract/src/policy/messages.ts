import type { MessageSettings } from '../entities.ts'
import { allow, type Decision, deny } from './decision.ts'

/** What decides whether a person may write to another, the recipient. */
export interface WritingFacts {
  isRecipientDeleted: boolean
  /** By either side. */
  isBlocked: boolean
  /** The recipient has begun, answered or accepted the conversation. */
  isAccepted: boolean
  /** Who may write first to the recipient. */
  audience: MessageSettings['audience']
  /** The recipient follows the sender. */
  isFollowed: boolean
  /** Both have joined a community from which neither is banned. */
  shareCommunity: boolean
}

/** Whom the recipient’s settings exclude can’t begin a conversation, but can continue an accepted one. */
export function canWriteTo(facts: WritingFacts): Decision {
  const { audience, isFollowed } = facts
  if (facts.isRecipientDeleted) return deny('USER_NOT_FOUND')
  if (facts.isBlocked) return deny('DM_BLOCKED')
  if (facts.isAccepted || audience === 'anyone') return allow
  const isIncluded =
    (audience === 'followed' && isFollowed) || (audience === 'members' && (facts.shareCommunity || isFollowed))
  return isIncluded ? allow : deny('DM_NOT_ALLOWED')
}
