import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { forgetAll, notifications, follow, plannedMails } = notificationRecipients(() => forum.stoa)
beforeEach(forgetAll)

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const contentOf = (...blocks: object[]) => JSON.stringify({ blocks })
const post = (token: string, postContent: string, about: object = {}) =>
  forum.stoa
    .call('postCreate', { tokenName: 'FORUM', title: 'News', postContent, ...about }, { token })
    .then(({ body }) => body.payload.post.id)
const edit = async (
  postId: string,
  text: string,
  { token = forum.ada.token, ...about }: { token?: string; saveAsDraft?: boolean } = {},
) => {
  const input = { tokenName: 'FORUM', postId, title: 'News', postContent: contentOf(paragraph(text)), ...about }
  const { status } = await forum.stoa.call('postEdit', input, { token })
  expect(status).toBe(200)
}
const kindsOf = async (person: { token: string }) =>
  (await notifications(person)).map(({ kind, count }) => `${kind} ${count}`)
const nameOf = async ({ id }: { id: string }) => {
  const [row] = await forum.stoa.database.read('users').where({ id })
  return row?.username as string
}
const set = ({ token }: { token: string }, notificationSettings: object) =>
  forum.stoa.call('notificationSettings', { notificationSettings }, { token })

test('a post notifies each person it mentions, by links to profiles or plain names, once', async () => {
  const { ada, bea, cem } = forum
  const [name, other] = [await nameOf(bea), await nameOf(cem)]
  const link = `<a href="http://localhost:3000/bbs/profile/x">@${name}</a>`
  const table = { type: 'table', data: { withHeadings: false, content: [[`See @${other.toUpperCase()}`]] } }
  const id = await post(ada.token, contentOf(paragraph(`Hello ${link}, and @${name} again.`), table))
  expect(await notifications(bea)).toMatchObject([
    { kind: 'mention', count: 1, post: { id }, comment: null, actors: [{ userId: ada.id }], read: false },
  ])
  expect(await kindsOf(cem)).toEqual(['mention 1'])
  expect(await kindsOf(ada)).toEqual([])
})

test('names in quotes, code and addresses notify nobody', async () => {
  const { ada, bea } = forum
  const name = await nameOf(bea)
  const quote = { type: 'quote', data: { text: `@${name}`, caption: `@${name}`, alignment: 'left' } }
  const code = { type: 'code', data: { code: `@${name}` } }
  await post(ada.token, contentOf(paragraph(`<code>@${name}</code> and me@${name}.example`), quote, code))
  expect(await kindsOf(bea)).toEqual([])
})

test('people told of a post for several reasons are told once, and followers who are mentioned of the mention', async () => {
  const { ada, bea } = forum
  const name = await nameOf(bea)
  await follow(bea, ada)
  await post(ada.token, contentOf(paragraph(`@${name}`)))
  expect(await kindsOf(bea)).toEqual(['mention 1'])
  await forgetAll()
  await follow(bea, ada)
  await set(bea, { onSite: { mention: false }, email: { mention: false } })
  await post(ada.token, contentOf(paragraph(`@${name}`)))
  expect(await kindsOf(bea)).toEqual(['newPost 1'])
  await set(bea, { onSite: { mention: true }, email: { mention: true } })
  await forgetAll()
  const parentPostId = await post(bea.token, contentOf(paragraph('A question')))
  await post(ada.token, contentOf(paragraph(`@${name}`)), { parentPostId })
  expect(await kindsOf(bea)).toEqual(['reply 1'])
  expect(await plannedMails()).toContain('reply')
})

test('those who have muted the author aren’t told', async () => {
  const { ada, bea, stoa } = forum
  const name = await nameOf(bea)
  const block = (isMuted: boolean) =>
    stoa.call('notificationBlock', { entityType: 'user', entityId: ada.id, block: isMuted }, { token: bea.token })
  expect((await block(true)).status).toBe(200)
  const id = await post(ada.token, contentOf(paragraph(`@${name}`)))
  await edit(id, `@${name} again`)
  await block(false)
  expect(await kindsOf(bea)).toEqual([])
})

test('drafts notify nobody until they are published', async () => {
  const { ada, bea } = forum
  const name = await nameOf(bea)
  const id = await post(ada.token, contentOf(paragraph(`@${name}`)), { saveAsDraft: true })
  expect(await kindsOf(bea)).toEqual([])
  await edit(id, `@${name}!`, { saveAsDraft: false })
  expect(await kindsOf(bea)).toEqual(['mention 1'])
})

test('edits notify only those who weren’t mentioned before, and only the author’s', async () => {
  const { ada, bea, cem, moderator } = forum
  const [name, other] = [await nameOf(bea), await nameOf(cem)]
  const id = await post(ada.token, contentOf(paragraph(`@${name}`)))
  await edit(id, `@${name} and @${other}`)
  expect([await kindsOf(bea), await kindsOf(cem)]).toEqual([['mention 1'], ['mention 1']])
  // Removed, and named again.
  await edit(id, 'Nobody')
  await edit(id, `@${other}, @${name}`)
  expect([await kindsOf(bea), await kindsOf(cem)]).toEqual([['mention 1'], ['mention 1']])
  const plain = await post(ada.token, contentOf(paragraph('Nothing')))
  await edit(plain, `@${name}`)
  expect(await notifications(bea)).toMatchObject([{ kind: 'mention', post: { id: plain } }, { post: { id } }])
  const named = await nameOf(ada)
  await edit(plain, `@${name} @${other} @${named}`, { token: moderator.token })
  expect(await kindsOf(cem)).toEqual(['mention 1'])
})

test('one who was told of the post as a follower is told when an edit mentions them', async () => {
  const { ada, bea } = forum
  await follow(bea, ada)
  const id = await post(ada.token, contentOf(paragraph('Nothing')))
  expect(await kindsOf(bea)).toEqual(['newPost 1'])
  await edit(id, `@${await nameOf(bea)}`)
  expect(await kindsOf(bea)).toEqual(['mention 1', 'newPost 1'])
})

test('a post and its edits notify at most ten people', async () => {
  const { ada, stoa } = forum
  const people = []
  for (let index = 0; index < 12; index += 1) people.push(await stoa.member(`named_${index}_x`, { join: ['FORUM'] }))
  const names = await Promise.all(people.map(nameOf))
  const id = await post(
    ada.token,
    contentOf(
      paragraph(
        names
          .slice(0, 8)
          .map((name) => `@${name}`)
          .join(' '),
      ),
    ),
  )
  await edit(
    id,
    names
      .slice(6)
      .map((name) => `@${name}`)
      .join(' '),
  )
  const told = await Promise.all(people.map(kindsOf))
  expect(told.slice(0, 8).map(({ length }) => length)).toEqual(Array(8).fill(1))
  expect(told.flat()).toHaveLength(10)
})
