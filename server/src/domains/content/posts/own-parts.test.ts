import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

type Person = Forum['ada']
type Own = Partial<Pick<CallInput<'postEdit'>, 'excerpt' | 'slugUrl' | 'commentsOff' | 'title'>>

const tokenName = 'FORUM'
const textOf = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
let number = 0
let ada: Person

beforeEach(async () => {
  number += 1
  // A new person has the whole quota.
  ada = await forum.stoa.member(`writer_${number}`, { join: [tokenName] })
})

async function create(own: Own = {}, by = ada) {
  const input = { tokenName, title: `Title ${number}`, postContent: textOf('From the text'), ...own }
  return (await forum.stoa.call('postCreate', input, { token: by.token })).body
}
async function edit(postId: string, own: Own & { revision?: number } = {}, by = ada) {
  const input = { tokenName, title: `Title ${number}`, postContent: textOf('From the text'), postId, ...own }
  return (await forum.stoa.call('postEdit', input, { token: by.token })).body
}
const created = async (own: Own = {}) => (await create(own)).payload.post
const at = async (slug: string) => {
  const { body } = await forum.stoa.call('postGet', { idOrSlug: slug, tokenName })
  return body.code ?? body.payload.post.id
}
const takenIssue = [{ field: 'slugUrl', message: 'Another post here has or had this address.' }]

test('an excerpt of one’s own replaces the one from the text until it is removed', async () => {
  const post = await created({ excerpt: '  In one\nline  ' })
  expect(post).toMatchObject({ excerpt: 'In one line', hasOwnExcerpt: true, slugUrl: `title-${number}` })
  const kept = (await edit(post.id, { title: 'Other words' })).payload.post
  expect(kept).toMatchObject({ excerpt: 'In one line', hasOwnExcerpt: true })
  const { items } = (await forum.stoa.call('postList', { type: 'community', tokenName, sort: 'new' })).body.payload
  expect(items.find(({ id }) => id === post.id)?.excerpt).toBe('In one line')
  for (const excerpt of ['', null]) {
    await edit(post.id, { excerpt: 'Again' })
    expect((await edit(post.id, { excerpt })).payload.post).toMatchObject({
      excerpt: 'From the text',
      hasOwnExcerpt: false,
    })
  }
})

test('an excerpt that is too long is refused, as many characters as words in any script', async () => {
  expect((await create({ excerpt: '🎉'.repeat(300) })).code).toBeUndefined()
  const refused = await create({ excerpt: 'x'.repeat(301) })
  expect([refused.code, refused.details]).toMatchObject([
    'VALIDATION_FAILED',
    [{ field: 'excerpt', message: 'Must have at most 300 characters.' }],
  ])
})

test('an address of one’s own stays when the title changes; former ones lead to the post', async () => {
  const post = await created({ slugUrl: ` Mine-${number} ` })
  expect(post).toMatchObject({ slugUrl: `mine-${number}`, hasOwnSlug: true })
  const renamed = (await edit(post.id, { title: 'Something else' })).payload.post
  expect(renamed.slugUrl).toBe(`mine-${number}`)
  const moved = (await edit(post.id, { slugUrl: `other-${number}` })).payload.post
  expect(moved.slugUrl).toBe(`other-${number}`)
  expect([await at(`mine-${number}`), await at(`other-${number}`)]).toEqual([post.id, post.id])
  // Back to a former one.
  expect((await edit(post.id, { slugUrl: `mine-${number}` })).payload.post.slugUrl).toBe(`mine-${number}`)
  const automatic = (await edit(post.id, { slugUrl: '', title: `Named ${number}` })).payload.post
  expect(automatic).toMatchObject({ slugUrl: `named-${number}`, hasOwnSlug: false })
})

test.each([
  ['two words', 'Use letters and digits, joined by single hyphens.'],
  ['settings', 'This word is reserved.'],
  ['abcdefghij0123456789', 'This word is reserved.'],
  ['x'.repeat(81), 'Must have at most 80 characters.'],
])('the address %s is refused: %s', async (slugUrl, message) => {
  const { code, details } = await create({ slugUrl })
  expect([code, details]).toMatchObject(['VALIDATION_FAILED', [{ field: 'slugUrl', message }]])
})

test('the present or former address of another post is refused, and nothing else changes', async () => {
  const first = await created({ slugUrl: `first-${number}` })
  await edit(first.id, { slugUrl: `second-${number}` })
  const other = await created({ title: 'Other' })
  for (const slugUrl of [`first-${number}`, `second-${number}`]) {
    const refused = await edit(other.id, { slugUrl, title: 'Changed' })
    expect([refused.code, refused.details]).toMatchObject(['VALIDATION_FAILED', takenIssue])
  }
  const { post } = (await forum.stoa.call('postGet', { idOrSlug: other.id })).body.payload
  expect(post).toMatchObject({ title: 'Other', revision: 0, hasOwnSlug: false })
})

test('of two posts that want the same address at once exactly one gets it', async () => {
  const posts = [await created(), await created()]
  const answers = await Promise.all(posts.map(({ id }) => edit(id, { slugUrl: `wanted-${number}` })))
  expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual(['VALIDATION_FAILED', 'ok'])
})

test('a draft keeps its own parts, and frees an address that nobody has seen', async () => {
  const save = async (input: Partial<CallInput<'postDraftSave'>>) =>
    (
      await forum.stoa.call(
        'postDraftSave',
        { tokenName, title: `Draft ${number}`, postContent: textOf('Begun'), ...input },
        { token: ada.token },
      )
    ).body
  const own = { excerpt: 'Own', slugUrl: `begun-${number}`, commentsOff: true }
  const { post } = (await save(own)).payload
  expect(post).toMatchObject({ excerpt: 'Own', slugUrl: `begun-${number}`, isLocked: true, lockedBy: 'author' })
  await save({ postId: post.id, slugUrl: `later-${number}` })
  expect((await create({ slugUrl: `begun-${number}` })).code).toBeUndefined()
  const published = await forum.stoa.call('postDraftPublish', { tokenName, postId: post.id }, { token: ada.token })
  expect(published.body.payload.post).toMatchObject({
    ...{ status: 0, excerpt: 'Own', hasOwnExcerpt: true, slugUrl: `later-${number}`, lockedBy: 'author' },
  })
  const refused = await save({ slugUrl: `later-${number}` })
  expect([refused.code, refused.details]).toMatchObject(['VALIDATION_FAILED', takenIssue])
})

test('what moderators change of somebody else’s post is logged', async () => {
  const post = await created()
  await edit(post.id, { excerpt: 'Better', slugUrl: `better-${number}` }, forum.admin)
  const { items } = (await forum.stoa.call('communityActivity', { tokenName }, { token: forum.admin.token })).body
    .payload
  expect(items.find(({ postId }) => postId === post.id)?.changes).toEqual([
    { setting: 'postExcerpt', before: '', after: 'Better' },
    { setting: 'postAddress', before: `title-${number}`, after: `better-${number}` },
  ])
})

test('forbidden words are found in an excerpt and an address of one’s own, too', async () => {
  const words = [{ text: 'contraband', action: 'refuse' as const }]
  const setWords = async (entries: typeof words, revision: number) => {
    const input = { tokenName, revision, entries }
    return (await forum.stoa.call('checkRulesEdit', input, { token: forum.admin.token })).status
  }
  expect(await setWords(words, 0)).toBe(200)
  expect((await create({ excerpt: 'Buy contraband' })).code).toBe('CONTENT_REFUSED')
  expect((await create({ slugUrl: 'cheap-contraband' })).code).toBe('CONTENT_REFUSED')
  const post = await created({ excerpt: 'Harmless' })
  expect((await edit(post.id, { excerpt: 'Buy contraband' })).code).toBe('CONTENT_REFUSED')
  expect(await setWords([], 1)).toBe(200)
})

test('authors turn comments off and on, and nobody undoes what another has decided', async () => {
  const { token: moderator } = forum.admin
  const post = await created({ commentsOff: true })
  const lock = async (isLocked: boolean, token: string): Promise<string> => {
    const { body } = await forum.stoa.call('postLock', { tokenName, postId: post.id, isLocked }, { token })
    return body.code ?? body.payload.post.lockedBy ?? 'open'
  }
  const say = async () => {
    const input = { tokenName, postId: post.id, content: 'Words' }
    return (await forum.stoa.call('commentCreate', input, { token: forum.bea.token })).body.code ?? 'said'
  }
  expect([post.isLocked, post.lockedBy, await say()]).toEqual([true, 'author', 'COMMENTS_OFF'])
  expect([await lock(false, ada.token), await say()]).toEqual(['open', 'said'])
  expect([await lock(true, ada.token), await lock(true, ada.token), await say()]).toEqual([
    ...['author', 'author', 'COMMENTS_OFF'],
  ])
  // A moderator can’t turn them on, but lock them as well.
  expect([await lock(false, moderator), await lock(true, moderator)]).toEqual(['author', 'moderators'])
  expect([await lock(false, ada.token), await say()]).toEqual(['COMMENTS_LOCKED', 'COMMENTS_LOCKED'])
  expect((await edit(post.id, { commentsOff: false })).payload.post.lockedBy).toBe('moderators')
  expect([await lock(false, moderator), await say()]).toEqual(['open', 'said'])
  expect((await edit(post.id, { commentsOff: true })).payload.post.lockedBy).toBe('author')
  expect((await edit(post.id)).payload.post.lockedBy).toBe('author')
  expect((await edit(post.id, { commentsOff: false }, forum.admin)).code).toBe('FORBIDDEN')
  expect(await lock(false, forum.bea.token)).toBe('FORBIDDEN')
})

test('moderators edit what stands for a partner’s article, which has its text and excerpt there', async () => {
  const postId = await forum.newPost({ kind: 'story' })
  const article = { article_id: 'a'.repeat(20), publisher_id: '', content: '{"blocks":[]}', excerpt: 'From the page' }
  await forum.stoa.database.transaction(({ connection }) => connection('posts').where({ id: postId }).update(article))
  const input = { tokenName, postId, title: 'Renamed', postContent: '{"blocks":[]}' }
  const save = async (own: Own) =>
    (await forum.stoa.call('postEdit', { ...input, ...own }, { token: forum.admin.token })).body.payload.post
  expect(await save({})).toMatchObject({ title: 'Renamed', excerpt: 'From the page', hasOwnExcerpt: false })
  expect(await save({ excerpt: 'Our words' })).toMatchObject({ excerpt: 'Our words', hasOwnExcerpt: true })
})
