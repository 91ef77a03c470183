import { BAN_TIMEFRAMES } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { DAY_MS } from '../../../platform/clock.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** A fresh access token: days pass in these tests. */
async function tokenOf({ id }: { id: string }): Promise<string> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  return signedIn.accessToken
}

test('a temporary ban ends by itself, a permanent one doesn’t', async () => {
  const { stoa, bea, admin } = forum
  const postId = await forum.newPost()
  const comment = async () => {
    const input = { tokenName: 'FORUM', postId, content: 'Still here' }
    return (await stoa.call('commentCreate', input, { token: await tokenOf(bea) })).body.code ?? 'ok'
  }
  const ban = async (about: { timeframe?: (typeof BAN_TIMEFRAMES)[number]; reason?: string }) => {
    const input = { tokenName: 'FORUM', banUserId: bea.id, ban: true, ...about }
    return (await stoa.call('userBan', input, { token: await tokenOf(admin) })).body.payload.standing.ban
  }
  for (const timeframe of BAN_TIMEFRAMES.filter((days) => days > 0)) {
    expect(await comment()).toBe('ok')
    const at = stoa.clock.now()
    expect(await ban({ timeframe, reason: ' Spam ' })).toEqual({
      kind: 'ban',
      until: at + timeframe * DAY_MS,
      reason: 'Spam',
      at,
    })
    expect(await comment()).toBe('BANNED')
    stoa.clock.advance(timeframe * DAY_MS - 1)
    expect(await comment()).toBe('BANNED')
    stoa.clock.advance(1)
  }
  expect(await comment()).toBe('ok')
  const standing = await stoa.call(
    'communityStanding',
    { tokenName: 'FORUM', memberId: bea.id },
    { token: await tokenOf(admin) },
  )
  expect(standing.body.payload.standing.ban).toBeNull()
  expect(await ban({})).toMatchObject({ until: 0, reason: '' })
  stoa.clock.advance(400 * DAY_MS)
  expect(await comment()).toBe('BANNED')
})
