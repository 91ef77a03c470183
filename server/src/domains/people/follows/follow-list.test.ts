import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { follow } = notificationRecipients(() => forum.stoa)
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'listed')

type Person = Awaited<ReturnType<typeof signedUp>>
type Type = CallInput<'followList'>['type']

/** Follows at different times, so that the order is known. */
async function followAt(one: Person, other: Person): Promise<void> {
  forum.stoa.clock.advance(1000)
  await follow(one, other)
}

async function page(person: Person, type: Type, about: { token?: string; limit?: number; cursor?: string } = {}) {
  const { token, ...paging } = about
  const { body } = await forum.stoa.call(
    'followList',
    { idOrSlug: person.id, type, ...paging },
    token === undefined ? {} : { token },
  )
  return body.payload
}
const namesIn = async (...about: Parameters<typeof page>) =>
  (await page(...about)).items.map(({ user }) => user.username)

const countsOf = async ({ id: idOrSlug }: Person) => {
  const { followers, following } = (await forum.stoa.call('userGet', { idOrSlug })).body.payload
  return [followers, following]
}

test('anybody reads both lists, newest first, page by page, with the numbers that profiles show', async () => {
  const [star, ...fans] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()] as const
  for (const fan of fans) await followAt(fan, star)
  await followAt(star, fans[0])
  const newestFirst = fans.map(({ username }) => username).toReversed()
  expect(await namesIn(star, 'followers')).toEqual(newestFirst)
  expect(await namesIn(star, 'following')).toEqual([fans[0].username])
  expect(await countsOf(star)).toEqual([3, 1])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const part: Awaited<ReturnType<typeof page>> = await page(star, 'followers', {
      limit: 2,
      ...(cursor ? { cursor } : {}),
    })
    seen.push(...part.items.map(({ user }) => user.username))
    cursor = part.cursor
  }
  expect(seen).toEqual(newestFirst)
  const last = (await page(star, 'followers', { token: star.token })).items.at(-1)
  expect(last).toMatchObject({ followers: 1, follows: true })
  expect((await page(star, 'followers')).items.at(-1)).not.toHaveProperty('follows')
})

test('a cursor of one list is refused in the other', async () => {
  const [star, ...fans] = [await signedUp(), await signedUp(), await signedUp()] as const
  for (const fan of fans) await followAt(fan, star)
  const { cursor } = await page(star, 'followers', { limit: 1 })
  const input = { idOrSlug: star.id, type: 'following', cursor: String(cursor) } as const
  expect((await forum.stoa.call('followList', input)).body.code).toBe('CURSOR_INVALID')
})

test('a person with two accounts is listed and counted once, where the last follow is, and not among themselves', async () => {
  const [star, main, other, last] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()]
  await followAt(main, star)
  await followAt(last, star)
  await followAt(other, star)
  await followAt(main, other)
  await merge(main, other)
  expect(await namesIn(star, 'followers')).toEqual([main.username, last.username])
  const first = await page(star, 'followers', { limit: 2 })
  expect(first.items.map(({ user }) => user.username)).toEqual([main.username, last.username])
  expect((await page(star, 'followers', { cursor: String(first.cursor) })).items).toEqual([])
  expect(await namesIn(main, 'following')).toEqual([star.username])
  expect(await countsOf(main)).toEqual([0, 1])
  await undo(main, other)
  expect(await countsOf(main)).toEqual([0, 2])
})

test('people who have left are in no list', async () => {
  const [star, fan] = [await signedUp(), await signedUp()]
  await followAt(fan, star)
  await followAt(star, fan)
  const { token, username } = fan
  await forum.stoa.call('userDelete', { confirm: username, content: 'keep' }, { token })
  expect([await namesIn(star, 'followers'), await namesIn(star, 'following')]).toEqual([[], []])
  expect(await countsOf(star)).toEqual([0, 0])
})
