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
const { signedUp, proofOf, forward, merge, undo } = mergeActions(() => forum.stoa, 'fan')

type Person = Awaited<ReturnType<typeof signedUp>>

const clean = async () => expect(await forum.stoa.app.services.integrity.check()).toEqual([])

/** Follower count of each person; null if deleted. */
const followers = (...people: Person[]) =>
  Promise.all(
    people.map(async ({ id: followedUserId }) => {
      const { body } = await forum.stoa.call('userFollowGet', { followedUserId }, { token: forum.ada.token })
      return body.payload?.followers ?? null
    }),
  )

const remove = ({ token, username }: Person) =>
  forum.stoa.call('userDelete', { confirm: username, content: 'keep' }, { token })

test('a person with two accounts counts as one follower while they are merged', async () => {
  const [star, main, other] = [await signedUp(), await signedUp(), await signedUp()]
  for (const one of [main, other]) await follow(one, star)
  expect(await followers(star)).toEqual([2])
  await merge(main, other)
  expect(await followers(star)).toEqual([1])
  await clean()
  await undo(main, other)
  expect(await followers(star)).toEqual([2])
  await merge(main, other)
  expect((await follow(main, star, false)).body.payload).toEqual({ follows: false, followers: 0 })
  await undo(main, other)
  expect(await followers(star)).toEqual([0])
  await clean()
})

test('following either of two merged accounts counts once, and they don’t count as each other’s followers', async () => {
  const [fan, both, main, other] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()]
  await follow(fan, main)
  for (const one of [main, other]) await follow(both, one)
  await follow(main, other)
  await follow(other, main)
  expect(await followers(main, other)).toEqual([3, 2])
  await merge(main, other)
  expect(await followers(main, other)).toEqual([2, 2])
  await clean()
  // Accounts that a merged person follows also count them once.
  await follow(main, fan)
  expect(await followers(fan)).toEqual([1])
  await undo(main, other)
  expect(await followers(main, other, fan)).toEqual([3, 2, 1])
  await clean()
})

test('deleting an account removes the follows of all its accounts', async () => {
  const [star, main, other, fan] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()]
  for (const one of [main, other, fan]) await follow(one, star)
  for (const one of [star, fan]) await follow(one, other)
  await merge(main, other)
  expect(await followers(star, main)).toEqual([2, 2])
  expect((await remove(main)).status).toBe(200)
  expect(await followers(star, main)).toEqual([1, null])
  await clean()
  forum.stoa.clock.advance(5000)
  await forum.stoa.app.jobs.drain()
  expect(await followers(star)).toEqual([1])
  await clean()
})

test('concurrent follows, merges, undone merges and deletions leave exact counts', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => signedUp()))
  const [one, two, three, four, five, six] = people as [Person, Person, Person, Person, Person, Person]
  for (const person of [two, three, four, six]) for (const followed of [one, five]) await follow(person, followed)
  const proof = await proofOf(one, five)
  const last = await proofOf(two, three)
  await Promise.all([
    forward(one.token, proof),
    forward(two.token, last),
    remove(four),
    remove(six),
    ...people.flatMap((person) => [follow(person, one), follow(person, two), follow(person, five, false)]),
  ])
  await clean()
})

test('the check repairs wrong counts', async () => {
  const { database } = forum.stoa
  const [star, fan] = [await signedUp(), await signedUp()]
  await follow(fan, star)
  const spoil = (count: number) =>
    database.transaction(({ connection }) => connection('users').where({ id: star.id }).update({ followers: count }))
  await spoil(7)
  expect(await forum.stoa.app.services.integrity.repair()).toEqual([
    { check: 'users.followers', row: star.id, found: 7, expected: 1 },
  ])
  expect(await followers(star)).toEqual([1])
})
