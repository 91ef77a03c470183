import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { queriesOf } from '../../../../test/queries.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp } = mergeActions(() => forum.stoa, 'joiner')

type Person = Awaited<ReturnType<typeof signedUp>>
const joined = async ({ token }: Person) => (await forum.stoa.call('joinedList', {}, { token })).body.payload.items
const marks = async (person: Person) => (await joined(person)).map((one) => [one.tokenName, one.hasNew])
const visit = ({ token }: Person, tokenName: string) => forum.stoa.call('communityVisit', { tokenName }, { token })
const publish = async (tokenName: string) => {
  const { id } = await forum.stoa.app.services.communities.get(tokenName)
  forum.stoa.clock.advance(1000)
  await forum.stoa.database.transaction((tx) => forum.stoa.app.services.communities.count(tx, id, { posts: 1 }))
  forum.stoa.clock.advance(1000)
}

test('joined communities, last visited first, say whether they have a post since the last visit', async () => {
  const person = await signedUp(['FORUM', 'GUARDED'])
  expect(await marks(person)).toEqual([
    ['FORUM', false],
    ['GUARDED', false],
  ])
  await publish('GUARDED')
  expect(await marks(person)).toEqual([
    ['FORUM', false],
    ['GUARDED', true],
  ])
  await visit(person, 'GUARDED')
  expect(await marks(person)).toEqual([
    ['GUARDED', false],
    ['FORUM', false],
  ])
  const [first] = await joined(person)
  expect(first).toEqual({
    tokenName: 'GUARDED',
    title: expect.any(String),
    urlSlug: expect.any(String),
    logoImageURI: expect.any(String),
    hasNew: false,
  })
})

test('a visit right after another one is recorded if there is a new post', async () => {
  const person = await signedUp(['FORUM'])
  await visit(person, 'FORUM')
  await publish('FORUM')
  expect(await marks(person)).toEqual([['FORUM', true]])
  await visit(person, 'FORUM')
  expect(await marks(person)).toEqual([['FORUM', false]])
})

test('archived communities and those that were left are not listed', async () => {
  const person = await signedUp(['FORUM', 'GUARDED'])
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: false }, { token: person.token })
  const archive = (archived: boolean) =>
    forum.stoa.call('communityEdit', { tokenName: 'GUARDED', archived }, { token: forum.admin.token })
  await archive(true)
  expect(await marks(person)).toEqual([])
  await archive(false)
  expect(await marks(person)).toEqual([['GUARDED', false]])
})

test('the number of queries doesn’t depend on the number of communities', async () => {
  const one = await signedUp(['FORUM'])
  const two = await signedUp(['FORUM', 'GUARDED'])
  const count = (person: Person) => queriesOf(forum.stoa, () => joined(person))
  expect((await count(two)).length).toBe((await count(one)).length)
})
