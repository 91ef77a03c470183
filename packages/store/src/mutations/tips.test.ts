import { type ApiCall, StoaError } from '@stoa/client'
import { type CallInput, type Comment, CommentStatus } from '@stoa/contract'
import { exampleComment, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { beforeEach, expect, test } from 'vitest'
import { putEntities } from '../cache.ts'
import { applyEvent } from '../live/apply-event.ts'
import { createStoa, type Stoa } from '../stoa.ts'
import { tip } from './index.ts'

const post = exampleSummary()
const comment: Comment = exampleComment('wren', { postId: post.id, status: CommentStatus.published })
const wallet = { id: exampleMe().id, balance: { FORUM: '7' }, creditBalance: {} }
let stoa: Stoa
let keys: (string | undefined)[]
let joined: string[]
let refusals: StoaError[]
let sum: number
const call = (async (name: string, input: object, options: { idempotencyKey?: string }) => {
  if (name === 'communityJoin') {
    joined.push((input as CallInput<'communityJoin'>).tokenName)
    return { community: undefined, joinedCommunities: ['FORUM'] }
  }
  keys.push(options.idempotencyKey)
  const refusal = refusals.shift()
  if (refusal) throw refusal
  const { entityId, entityType, amount } = input as CallInput<'walletTip'>
  sum += Number(amount)
  return { entityId, entityType, tips: String(sum), wallet }
}) as ApiCall
const tipsOf = () => [stoa.state.getState().posts[post.id]?.tips, stoa.state.getState().comments[comment.id]?.tips]
const give = (about: Partial<Parameters<typeof tip>[1]> = {}) =>
  tip(stoa, { entityType: 'Post', entityId: post.id, amount: '5', idempotencyKey: 'k', ...about })

beforeEach(() => {
  ;[keys, joined, refusals, sum] = [[], [], [], 0]
  stoa = createStoa({ client: { call }, storage: null })
  putEntities(stoa, { posts: { [post.id]: post }, comments: { [comment.id]: comment } })
  stoa.state.setState({ viewer: exampleMe({ joinedCommunities: ['FORUM'] }) })
})

test('a tip is shown when it is paid, and not before', async () => {
  const paid = give()
  expect(tipsOf()).toEqual([undefined, undefined])
  expect(await paid).toEqual(wallet)
  await give({ entityType: 'Comment', entityId: comment.id, idempotencyKey: 'other' })
  expect([tipsOf(), keys]).toEqual([
    ['5', '10'],
    ['k', 'other'],
  ])
})

test('a sum never shrinks, whatever comes first', async () => {
  const about = { postId: post.id, entityType: 'Post', entityId: post.id } as const
  const event = { id: '1', at: 0, name: 'tip.changed', ...about } as const
  const paid = give()
  applyEvent(stoa, { ...event, tips: '12' })
  await paid
  expect(tipsOf()[0]).toBe('12')
  applyEvent(stoa, { ...event, tips: '9' })
  expect(tipsOf()[0]).toBe('12')
})

test('a refusal changes nothing', async () => {
  refusals = [new StoaError('INSUFFICIENT_BALANCE', { message: 'Insufficient balance.' })]
  await expect(give()).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  expect(tipsOf()).toEqual([undefined, undefined])
})

test('who isn’t a member joins first, and who isn’t signed in is asked to sign in', async () => {
  stoa.state.setState({ viewer: exampleMe({ joinedCommunities: [] }) })
  await give()
  expect([joined, keys]).toEqual([['FORUM'], ['k']])
  stoa.state.setState({ viewer: null })
  await expect(give()).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
  expect(stoa.state.getState().intent).toMatchObject({ action: 'tip', kind: 'sign-in' })
})
