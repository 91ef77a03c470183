import { type CallName, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../../../test/forum.ts'

const SITE = PUBLISHER.origin
const OTHER_SITE = 'https://magazine.example'
const tokenName = 'FORUM'
let forum: Forum

beforeAll(async () => {
  forum = await startForum()
  await forum.stoa.app.services.partnerOrigins.register(forum.communityId, OTHER_SITE)
})
afterAll(() => forum.stoa.close())

/** Signs in the moderator with the widget on the publisher's site. */
async function onSite(origin = SITE) {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({
    userId: forum.moderator.id,
    site: SITE,
    lasting: false,
  })
  return { token: signedIn.accessToken, headers: { origin } }
}

async function articlePost(site: string): Promise<string> {
  const article = { url: `${site}/told` }
  const { body } = await forum.stoa.call(
    'commentCreate',
    { tokenName, article, content: 'The first' },
    { token: forum.ada.token, headers: { origin: site } },
  )
  return body.payload.comment.postId
}

async function act(name: CallName, input: object, caller: Awaited<ReturnType<typeof onSite>>) {
  const { status, body } = await forum.stoa.call(name, { tokenName, ...input } as never, caller)
  return status === 200 ? (body.payload as { post: { status: number } }).post.status : body.code
}

test('on a partner’s site a moderator can moderate its articles’ threads, and nothing else', async () => {
  await forum.stoa.app.services.memberships.setRole(forum.communityId, forum.moderator.id, {
    moderator: true,
    permissions: ['hideContent', 'hidePremiumContent', 'pinPost'],
  })
  const here = await articlePost(SITE)
  const caller = await onSite()
  const hide = (postId: string) => ({ postId, hidden: true, reason: 'spam' })
  expect(await act('postDelete', hide(here), caller)).toBe(PostStatus.hiddenByAdmin)
  expect(await act('postDelete', { postId: here, hidden: false }, caller)).toBe(PostStatus.unlisted)
  expect(await act('postPin', { postId: here, isPinned: false }, caller)).toBe(PostStatus.unlisted)

  const elsewhere = [await articlePost(OTHER_SITE), await forum.newPost({ publisherId: forum.ada.id })]
  for (const postId of elsewhere) {
    expect(await act('postDelete', hide(postId), caller)).toBe('SITE_BOUND')
    expect(await act('postPin', { postId, isPinned: false }, caller)).toBe('SITE_BOUND')
    expect(await act('flairAttach', { postId, flairId: 'f'.repeat(20) }, caller)).toBe('SITE_BOUND')
    expect((await forum.stoa.app.services.posts.facts(postId)).status).not.toBe(PostStatus.hiddenByAdmin)
  }
  // Posts that the viewer may not see aren't reported as being elsewhere.
  const unknown = { postId: '0'.repeat(20), hidden: true, reason: 'spam' }
  const foreignDraft = await forum.newPost({
    communityId: forum.guardedId,
    publisherId: forum.ada.id,
    status: PostStatus.draft,
    kind: 'story',
  })
  expect(await act('postDelete', unknown, caller)).toBe('POST_NOT_FOUND')
  expect(await act('postDelete', { ...hide(foreignDraft), tokenName: 'GUARDED' }, caller)).toBe('POST_NOT_FOUND')
  // A sign-in is valid on its own site only, regardless of the article.
  expect(await act('postDelete', hide(here), await onSite(OTHER_SITE))).toBe('SITE_BOUND')
})

test('only who may see a hidden article’s post gets it on its site', async () => {
  const here = await articlePost(SITE)
  const caller = await onSite()
  const page = { community: tokenName, url: `${SITE}/told` }
  const hide = { tokenName, postId: here, hidden: true, reason: 'spam' } as const
  expect((await forum.stoa.call('postDelete', hide, caller)).status).toBe(200)
  const { body } = await forum.stoa.call('articlePost', page, caller)
  expect(body.payload.post).toMatchObject({ id: here, hidden: { by: 'community', reason: 'spam' } })
  const { payload } = (await forum.stoa.call('articleThread', page, { headers: { origin: SITE } })).body
  expect(payload).toMatchObject({ post: null, isHidden: true })

  const codeFor = async (asked: { community: string; url: string }, as: object) =>
    (await forum.stoa.call('articlePost', asked, as)).body.code
  const member = { token: forum.ada.token, headers: { origin: SITE } }
  expect(await codeFor(page, member)).toBe('POST_NOT_FOUND')
  expect(await codeFor({ ...page, url: `${SITE}/untold` }, caller)).toBe('POST_NOT_FOUND')
  // On a site nobody moderates another site's articles.
  const elsewhere = await articlePost(OTHER_SITE)
  const asModerator = { token: forum.moderator.token }
  await forum.stoa.call('postDelete', { ...hide, postId: elsewhere }, asModerator)
  const otherPage = { ...page, url: `${OTHER_SITE}/told` }
  expect((await forum.stoa.call('articlePost', otherPage, asModerator)).status).toBe(200)
  expect(await codeFor(otherPage, caller)).not.toBeUndefined()
})
