import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { previewPath, UNUSED_MEDIA_TTL_MS, UPLOADS_PATH } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { announced, picture, sendPart, tus, upload } from '../../../../test/uploads.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** Signs in again: tokens last minutes, but these tests skip days. */
async function tokenOf({ id }: { id: string } = forum.ada): Promise<string> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  return signedIn.accessToken
}
const uploaded = async (given?: string) => {
  const token = given ?? (await tokenOf())
  return upload(forum.stoa, token, { bytes: await picture() })
}
const contentOf = (...urls: string[]) =>
  JSON.stringify({ blocks: urls.map((url) => ({ type: 'image', data: { file: { url }, caption: '' } })) })
const mediaOf = async (mediaId: string, token?: string) =>
  (await forum.stoa.call('mediaGet', { mediaId }, { token: token ?? (await tokenOf()) })).body
const usesOf = async (mediaId: string) => (await mediaOf(mediaId)).payload.media.uses
async function post(token: string, content: string, more: object = {}) {
  const input = { tokenName: 'FORUM', title: 'Pictures', kind: 'community' as const, postContent: content, ...more }
  const { body } = await forum.stoa.call('postCreate', input, { token })
  expect(body.code).toBeUndefined()
  return body.payload.post
}
async function sweep() {
  await forum.stoa.app.services.uploaded.sweep()
  await forum.stoa.app.jobs.drain()
}

test('files of a draft are kept, and deleted a day after the draft stops using them', async () => {
  let token = await tokenOf()
  const [block, hero] = [await uploaded(), await uploaded()]
  const saveAsDraft = true
  const { id: postId } = await post(token, contentOf(block.url), { heroImage: { url: hero.url }, saveAsDraft })
  expect([await usesOf(block.id), await usesOf(hero.id)]).toEqual([1, 1])
  expect((await forum.stoa.call('mediaDelete', { mediaId: block.id }, { token })).body.code).toBe('MEDIA_IN_USE')
  // The second post uses the forum's full address.
  const { id: secondId } = await post(token, contentOf(new URL(block.url, 'http://localhost:3000').href), {
    saveAsDraft,
  })
  expect(await usesOf(block.id)).toBe(2)
  forum.stoa.clock.advance(UNUSED_MEDIA_TTL_MS + 1)
  await sweep()
  expect((await mediaOf(block.id)).status).toBe('success')
  token = await tokenOf()
  const text = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
  for (const id of [postId, secondId]) {
    await forum.stoa.call(
      'postEdit',
      { tokenName: 'FORUM', postId: id, title: 'No pictures', postContent: text },
      { token },
    )
  }
  expect([await usesOf(block.id), await usesOf(hero.id)]).toEqual([0, 1])
  forum.stoa.clock.advance(UNUSED_MEDIA_TTL_MS - 1)
  await sweep()
  expect((await mediaOf(block.id)).status).toBe('success')
  forum.stoa.clock.advance(2)
  await sweep()
  expect((await mediaOf(block.id)).code).toBe('MEDIA_NOT_FOUND')
  expect((await fetch(new URL(block.url, forum.stoa.url))).status).toBe(404)
  expect((await mediaOf(hero.id)).status).toBe('success')
})

test('a published post keeps the files of its revisions', async () => {
  const token = await tokenOf()
  const { id, url } = await uploaded()
  const { id: postId } = await post(token, contentOf(url))
  const text = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
  const edit = { tokenName: 'FORUM', postId, title: 'No pictures', postContent: text }
  expect((await forum.stoa.call('postEdit', edit, { token })).status).toBe(200)
  expect(await usesOf(id)).toBe(1)
})

test('using someone else’s upload doesn’t prevent its deletion', async () => {
  const { id, url } = await uploaded()
  await post(await tokenOf(forum.bea), contentOf(url), { saveAsDraft: true })
  expect(await usesOf(id)).toBe(0)
  expect((await forum.stoa.call('mediaDelete', { mediaId: id }, { token: await tokenOf() })).status).toBe(200)
})

test('files that arrive after deletion are discarded', async () => {
  const token = await tokenOf()
  const bytes = await picture()
  const id = await announced(forum.stoa, token, bytes.length)
  await forum.stoa.call('mediaDelete', { mediaId: id }, { token })
  expect(await forum.stoa.app.services.uploaded.arrived(id)).toBe(false)
})

test('a hidden post keeps its files', async () => {
  const token = await tokenOf()
  const { id, url } = await uploaded()
  const { id: postId } = await post(token, contentOf(url))
  await forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden: true }, { token })
  expect(await usesOf(id)).toBe(1)
})

test('files that no public content shows are only for their owner and those who may see that content', async () => {
  const { stoa, moderator, bea } = forum
  const load = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(url, stoa.url), { headers })
    return `${answer.status} ${answer.headers.get('cache-control')}`
  }
  const bearer = async (person?: { id: string }) => ({ authorization: `Bearer ${await tokenOf(person)}` })
  const seenBy = async (url: string) => [
    await load(url),
    await load(url, await bearer(bea)),
    await load(url, await bearer(moderator)),
    await load(url, await bearer()),
  ]
  const [gone, own, all] = ['404 no-store', '200 private, no-cache', '200 public, max-age=300, must-revalidate']
  const token = await tokenOf()
  const { url } = await uploaded()
  expect(await seenBy(url)).toEqual([gone, gone, gone, own])
  // Another person can't publish it.
  await post(await tokenOf(bea), contentOf(url))
  expect(await seenBy(url)).toEqual([gone, gone, gone, own])
  const { id: postId } = await post(token, contentOf(url))
  expect(await seenBy(url)).toEqual([all, all, all, all])
  const reason = { reason: 'nudity', reasonText: '' }
  const hide = { tokenName: 'FORUM', postId, hidden: true, ...reason }
  expect((await stoa.call('postDelete', hide as never, { token: await tokenOf(moderator) })).body.code).toBeUndefined()
  expect(await seenBy(url)).toEqual([gone, gone, own, own])
  const etag = `"${url.split('/')[2]}-original.webp"`
  expect(await load(url, { 'if-none-match': etag })).toBe(gone)
  await stoa.call('postDelete', { ...hide, hidden: false } as never, { token: await tokenOf(moderator) })
  expect(await load(url)).toBe(all)
  expect(await load(url, { 'if-none-match': etag })).toBe(all.replace('200', '304'))

  // Browsers load pictures with cookies only.
  const { url: draftUrl } = await uploaded()
  await post(token, contentOf(draftUrl), { saveAsDraft: true })
  const session = await stoa.app.services.sessions.begin({ userId: forum.ada.id, site: '', lasting: true })
  const cookie = `stoa-refresh=${session.refreshToken}`
  expect([await load(draftUrl), await load(draftUrl, { cookie })]).toEqual([gone, own])
  const authorization = 'Bearer forged'
  expect([await load(draftUrl, { authorization }), await load(draftUrl, { authorization, cookie })]).toEqual([
    gone,
    own,
  ])
  await stoa.app.services.sessions.endAllOf(forum.ada.id)
  expect(await load(draftUrl, { cookie })).toBe(gone)
})

test('a file that only a revision shows is for those who may see revisions, until the post shows it again', async () => {
  const { stoa, moderator, bea } = forum
  const token = await tokenOf()
  const [block, hero] = [await uploaded(), await uploaded()]
  const { id: postId } = await post(token, contentOf(block.url), { heroImage: { url: hero.url } })
  const text = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
  const edit = async (postContent: string, heroImage: { url: string } | null) => {
    const input = { tokenName: 'FORUM', postId, title: 'Pictures', postContent, heroImage }
    expect((await stoa.call('postEdit', input, { token })).body.code).toBeUndefined()
  }
  const seenBy = async ({ url }: { url: string }) => {
    const statuses = []
    for (const person of [undefined, bea, moderator, forum.ada]) {
      const headers = person ? { authorization: `Bearer ${await tokenOf(person)}` } : {}
      statuses.push((await fetch(new URL(url, stoa.url), { headers })).status)
    }
    return statuses
  }
  const [all, few] = [
    [200, 200, 200, 200],
    [404, 404, 200, 200],
  ]
  expect([await seenBy(block), await seenBy(hero)]).toEqual([all, all])
  await edit(text, null)
  expect([await seenBy(block), await seenBy(hero)]).toEqual([few, few])
  await edit(contentOf(block.url), null)
  expect([await seenBy(block), await seenBy(hero)]).toEqual([all, few])
})

test('a link preview shows a file only while the file itself is public', async () => {
  const { stoa, moderator, bea } = forum
  const token = await tokenOf()
  const by = { token: await tokenOf(moderator) }
  const { id: mediaId, url } = await uploaded()
  const heroImage = { url }
  const text = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
  const { id: postId } = await post(token, text, { heroImage })
  const { id: otherId } = await post(await tokenOf(bea), text, { heroImage })
  const statuses = () =>
    Promise.all([postId, otherId].map(async (id) => (await fetch(stoa.url + previewPath(id, 'jpeg'))).status))
  expect(await statuses()).toEqual([200, 200])
  const hide = { tokenName: 'FORUM', postId, reason: 'nudity' as const, reasonText: '' }
  await stoa.call('postDelete', { ...hide, hidden: true }, by)
  expect(await statuses()).toEqual([404, 404])
  await stoa.call('postDelete', { ...hide, hidden: false }, by)
  expect(await statuses()).toEqual([200, 200])
  await stoa.call('mediaRemove', { tokenName: 'FORUM', postId, mediaId, reason: 'nudity' }, by)
  expect(await statuses()).toEqual([404, 404])
})

test('a moderator removes a file everywhere, with a log entry, and undoes it', async () => {
  const { stoa, moderator, bea } = forum
  const token = await tokenOf()
  const by = { token: await tokenOf(moderator) }
  const { id: mediaId, url } = await uploaded()
  const { id: postId } = await post(token, contentOf(url))
  await post(token, contentOf(url))
  const input = { tokenName: 'FORUM', postId, mediaId, reason: 'nudity' as const }
  const statusOf = async (headers: Record<string, string> = {}) =>
    (await fetch(new URL(url, stoa.url), { headers })).status
  expect((await stoa.call('mediaRemove', input, { token })).body.code).toBe('FORBIDDEN')
  expect((await stoa.call('mediaRemove', input, { token: await tokenOf(bea) })).body.code).toBe('FORBIDDEN')
  expect((await stoa.call('mediaRemove', { ...input, reason: undefined } as never, by)).body.code).toBe(
    'VALIDATION_FAILED',
  )
  expect(await statusOf()).toBe(200)
  const { activityId } = (await stoa.call('mediaRemove', input, by)).body.payload
  expect((await stoa.call('mediaRemove', input, by)).body.payload).toEqual({ activityId })
  expect([await statusOf(), await statusOf({ authorization: `Bearer ${token}` })]).toEqual([410, 410])
  expect((await mediaOf(mediaId)).payload.media).toMatchObject({ removed: true, uses: 2 })
  // It can't be used again, not even by its owner. Posts with it can still be edited.
  for (const person of [forum.ada, bea]) {
    const again = { tokenName: 'FORUM', title: 'Again', kind: 'community' as const, postContent: contentOf(url) }
    const { body } = await stoa.call('postCreate', again, { token: await tokenOf(person) })
    expect(body.code).toBe('VALIDATION_FAILED')
  }
  const edit = { tokenName: 'FORUM', postId, title: 'Changed', postContent: contentOf(url) }
  expect((await stoa.call('postEdit', edit, { token })).body.code).toBeUndefined()

  const log = (await stoa.call('communityActivity', { tokenName: 'FORUM' }, by)).body.payload
  expect(log.items[0]).toMatchObject({ id: activityId, action: 'fileRemoved', reason: 'nudity', undoBlock: null })
  const undo = { tokenName: 'FORUM', activityIds: [activityId] }
  expect((await stoa.call('moderationUndo', undo, by)).body.payload.undone).toEqual([activityId])
  expect(await statusOf()).toBe(200)
  expect((await stoa.call('moderationUndo', undo, by)).body.code).toBe('UNDO_REFUSED')
})

test('a moderator can’t remove a file that something outside their communities shows', async () => {
  const { stoa, moderator, admin } = forum
  const token = await tokenOf()
  const { id: mediaId, url } = await uploaded()
  const { id: postId } = await post(token, contentOf(url))
  const remove = async (person: { id: string }) => {
    const input = { tokenName: 'FORUM', postId, mediaId, reason: 'nudity' as const }
    return (await stoa.call('mediaRemove', input, { token: await tokenOf(person) })).body
  }
  await post(token, contentOf(url), { tokenName: 'GUARDED' })
  const { memberships } = stoa.app.services
  await memberships.setRole(forum.guardedId, moderator.id, { moderator: false, permissions: [] })
  expect((await remove(moderator)).code).toBe('MEDIA_ELSEWHERE')
  await memberships.setRole(forum.guardedId, moderator.id, { moderator: true, permissions: ['hideContent'] })
  await stoa.call('userEdit', { editedUserId: forum.ada.id, profileImage: url }, { token })
  expect((await remove(moderator)).code).toBe('MEDIA_ELSEWHERE')
  await stoa.call('userEdit', { editedUserId: forum.ada.id, profileImage: '' }, { token })
  const removed = (await remove(moderator)).payload
  expect(removed.activityId).toEqual(expect.any(String))
  const undo = { tokenName: 'FORUM', activityIds: [removed.activityId] }
  await stoa.call('moderationUndo', undo, { token: await tokenOf(moderator) })
  await stoa.call('userEdit', { editedUserId: forum.ada.id, profileImage: url }, { token })
  expect((await remove(admin)).code).toBeUndefined()
})

test('a draft elsewhere doesn’t keep moderators from removing a file', async () => {
  const { stoa, moderator, guardedId } = forum
  const token = await tokenOf()
  const { id: mediaId, url } = await uploaded()
  const { id: postId } = await post(token, contentOf(url))
  await post(token, contentOf(url), { tokenName: 'GUARDED', saveAsDraft: true })
  const { memberships } = stoa.app.services
  await memberships.setRole(guardedId, moderator.id, { moderator: false, permissions: [] })
  const input = { tokenName: 'FORUM', postId, mediaId, reason: 'nudity' as const }
  const { body } = await stoa.call('mediaRemove', input, { token: await tokenOf(moderator) })
  await memberships.setRole(guardedId, moderator.id, { moderator: true, permissions: ['hideContent'] })
  expect(body.code).toBeUndefined()
})

test('that a file has been removed is only told to those who may see it', async () => {
  const { stoa, moderator } = forum
  const by = { token: await tokenOf(moderator) }
  const { id: mediaId, url } = await uploaded()
  const { id: postId } = await post(await tokenOf(), contentOf(url))
  await stoa.call('mediaRemove', { tokenName: 'FORUM', postId, mediaId, reason: 'nudity' }, by)
  await stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden: true, reason: 'nudity', reasonText: '' }, by)
  const statusOf = async (headers: Record<string, string> = {}) =>
    (await fetch(new URL(url, stoa.url), { headers })).status
  expect([await statusOf(), await statusOf({ authorization: `Bearer ${await tokenOf()}` })]).toEqual([404, 410])
})

test('a file is only shown where its kind belongs', async () => {
  const token = await tokenOf()
  const { id, url } = await uploaded()
  const codeOf = async (block: object, more: object = {}) => {
    const postContent = JSON.stringify({ blocks: [block] })
    const input = { tokenName: 'FORUM', title: 'Kinds', kind: 'community' as const, postContent, ...more }
    const { body } = await forum.stoa.call('postCreate', input, { token })
    return body.code ?? 'saved'
  }
  const text = { type: 'paragraph', data: { text: 'Words' } }
  const video = url.replace('original.webp', 'video.mp4')
  expect(await codeOf({ type: 'image', data: { file: { url }, caption: '' } })).toBe('saved')
  expect(await codeOf({ type: 'image', data: { file: { url: video }, caption: '' } })).toBe('VALIDATION_FAILED')
  expect(await codeOf({ type: 'video', data: { url, caption: '' } })).toBe('VALIDATION_FAILED')
  expect(await codeOf({ type: 'video', data: { url: `/media/${id}/audio.m4a`, caption: '' } })).toBe(
    'VALIDATION_FAILED',
  )
  expect(await codeOf({ type: 'video', data: { url: video, image: video, caption: '' } })).toBe('VALIDATION_FAILED')
  expect(await codeOf({ type: 'video', data: { url: video, image: url, caption: '' } })).toBe('saved')
  expect(await codeOf({ type: 'audio', data: { url: video, caption: '' } })).toBe('VALIDATION_FAILED')
  expect(await codeOf(text, { heroImage: { url: video } })).toBe('VALIDATION_FAILED')
  const { body } = await forum.stoa.call('userEdit', { profileImage: video }, { token })
  expect(body.code).toBe('VALIDATION_FAILED')
})

test('a profile picture is kept until it is replaced', async () => {
  const [token, userId] = [await tokenOf(forum.bea), forum.bea.id]
  const [first, second] = [await uploaded(token), await uploaded(token)]
  const edit = (profileImage: string) => forum.stoa.call('userEdit', { editedUserId: userId, profileImage }, { token })
  expect((await edit(first.url)).body.code).toBeUndefined()
  expect((await mediaOf(first.id, token)).payload.media.uses).toBe(1)
  await edit(second.url)
  expect((await mediaOf(first.id, token)).payload.media.uses).toBe(0)
  expect((await mediaOf(second.id, token)).payload.media.uses).toBe(1)
})

test('an upload not finished within a day is removed with its bytes', async () => {
  const token = await tokenOf()
  const id = await announced(forum.stoa, token)
  await sendPart(forum.stoa, token, { id, offset: 0, body: Buffer.alloc(50) })
  forum.stoa.clock.advance(UNUSED_MEDIA_TTL_MS + 1)
  await sweep()
  expect(
    (await tus(forum.stoa, { method: 'HEAD', path: `${UPLOADS_PATH}/${id}`, token: await tokenOf() })).status,
  ).toBe(404)
  expect((await mediaOf(id)).code).toBe('MEDIA_NOT_FOUND')
})

test.each(['keep', 'remove'] as const)(
  'deleting an account removes files that no remaining post shows: %s',
  async (content) => {
    const username = `leaving_${content}`
    const { token } = await forum.stoa.member(username, { join: ['FORUM'] })
    const [shown, unused, avatar] = [await uploaded(token), await uploaded(token), await uploaded(token)]
    await post(token, contentOf(shown.url))
    await forum.stoa.call('userEdit', { profileImage: avatar.url }, { token })
    await forum.stoa.call('userDelete', { confirm: username, content }, { token })
    await forum.stoa.app.jobs.drain()
    forum.stoa.clock.advance(60_000)
    await forum.stoa.app.jobs.drain()
    const isThere = async ({ url }: { url: string }) => (await fetch(new URL(url, forum.stoa.url))).ok
    expect([await isThere(shown), await isThere(unused), await isThere(avatar)]).toEqual([
      content === 'keep',
      false,
      false,
    ])
    const rows = await forum.stoa.database.read('media').where({ id: shown.id })
    expect(rows.map(({ owner_id, filename }) => [owner_id, filename])).toEqual(content === 'keep' ? [['', '']] : [])
  },
)

test('no temporary files are left', async () => {
  await uploaded()
  const work = join(forum.stoa.settings.STOA_DATA ?? '', 'uploads', 'work')
  expect(await readdir(work)).toEqual([])
})
