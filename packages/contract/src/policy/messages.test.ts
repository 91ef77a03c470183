import { expect, test } from 'vitest'
import { canWriteTo, type WritingFacts } from './messages.ts'

const stranger: WritingFacts = {
  isRecipientDeleted: false,
  isBlocked: false,
  isAccepted: false,
  audience: 'members',
  isFollowed: false,
  shareCommunity: false,
}
const codeOf = (facts: Partial<WritingFacts>) => {
  const decision = canWriteTo({ ...stranger, ...facts })
  return decision.allowed ? 'allowed' : decision.code
}

test.each<[Partial<WritingFacts>, string]>([
  [{ audience: 'anyone' }, 'allowed'],
  [{ audience: 'followed' }, 'DM_NOT_ALLOWED'],
  [{ audience: 'followed', shareCommunity: true }, 'DM_NOT_ALLOWED'],
  [{ audience: 'followed', isFollowed: true }, 'allowed'],
  [{ audience: 'members' }, 'DM_NOT_ALLOWED'],
  [{ audience: 'members', shareCommunity: true }, 'allowed'],
  [{ audience: 'members', isFollowed: true }, 'allowed'],
  [{ audience: 'nobody', isFollowed: true, shareCommunity: true }, 'DM_NOT_ALLOWED'],
  [{ audience: 'nobody', isAccepted: true }, 'allowed'],
  [{ audience: 'anyone', isAccepted: true, isBlocked: true }, 'DM_BLOCKED'],
  [{ audience: 'anyone', isAccepted: true, isRecipientDeleted: true }, 'USER_NOT_FOUND'],
])('%j: %s', (facts, expected) => {
  expect(codeOf(facts)).toBe(expected)
})
