import { exampleComment, exampleCommunity } from '@stoa/contract/fixtures'
import { createTranslator } from '@stoa/ui'
import { expect, test } from 'vitest'
import { type SignInCause, signInPurpose, signInReason, signInReasonMessages } from './sign-in-reason.ts'

const t = createTranslator({ messages: signInReasonMessages, locale: 'en' })
const forum = exampleCommunity()
const tables = { communities: { FORUM: forum }, users: {} }

test.each<[cause: SignInCause['action'], input: object, reason: string]>([
  ['react', { entityType: 'Post', reactionName: 'thumb-up' }, 'Sign in to like this post'],
  ['react', { entityType: 'Comment', reactionName: 'thumb-down' }, 'Sign in to dislike this comment'],
  ['vote', {}, 'Sign in to vote'],
  ['save', { entityType: 'Comment' }, 'Sign in to save this comment'],
  ['comment', {}, 'Sign in to comment'],
  ['comment', { replyToCommentId: exampleComment('newt').id }, 'Sign in to reply'],
  ['post', {}, `Sign in to post in ${forum.title}`],
  ['join', {}, `Sign in to join ${forum.title}`],
  ['follow', { userId: 'unknown' }, 'Sign in to follow members'],
  ['report', {}, 'Sign in to send a report'],
  ['edit', {}, ''],
])('%s with %j: %s', (action, input, reason) => {
  const serializedAction = { action: 'react', input } as const
  expect(signInReason(t, { action, tokenName: 'FORUM', serializedAction }, tables)).toBe(reason)
})

test.each<[cause: SignInCause['action'], input: object, purpose: string]>([
  ['react', { entityType: 'Post', reactionName: 'thumb-up' }, 'like'],
  ['react', { entityType: 'Comment', reactionName: 'thumb-down' }, 'dislike-comment'],
  ['save', { entityType: 'Comment' }, 'save-comment'],
  ['vote', {}, 'vote'],
  ['comment', {}, 'comment'],
  ['comment', { replyToCommentId: exampleComment('newt').id }, 'reply'],
])('%s with %j is %s for the sign-in window', (action, input, purpose) => {
  expect(signInPurpose({ action, tokenName: '', serializedAction: { action: 'react', input } })).toBe(purpose)
})

test('an unknown community isn’t named', () => {
  const of = (action: SignInCause['action']) =>
    signInReason(t, { action, tokenName: 'NEWS' }, { communities: {}, users: {} })
  expect([of('post'), of('join')]).toEqual(['Sign in to post', 'Sign in to join this community'])
})
