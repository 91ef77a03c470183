import type { CallName, DomainSettings } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { picture, upload } from '../../../../test/uploads.ts'

type Person = { id: string; token: string }

let forum: Forum
let keeper: Person
let moderator: Person
let postId: string
let otherPostId: string
const sections = () => [{ name: 'Outdoors', slug: 'outdoors', communities: ['GARDEN'], admins: [keeper.id] }]

beforeAll(async () => {
  forum = await startForum()
  const { stoa } = forum
  await stoa.app.services.servedDomains.prepare()
  const communityId = await seedCommunity(stoa, { tokenName: 'GARDEN' })
  keeper = await stoa.member('keeper')
  moderator = await stoa.member('garden_judge', { join: ['GARDEN'] })
  const { setRole } = stoa.app.services.memberships
  await setRole(communityId, moderator.id, { moderator: true, permissions: ['hideContent', 'banUser'] })
  const author = await stoa.member('garden_author', { join: ['GARDEN', 'FORUM'] })
  const write = async (tokenName: string) => {
    const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })
    const input = { tokenName, title: 'A title', postContent }
    return (await stoa.call('postCreate', input, { token: author.token })).body.payload.post.id
  }
  postId = await write('GARDEN')
  otherPostId = await write('FORUM')
})
afterAll(() => forum.stoa.close())

const call = async (name: CallName, input: object, by: Person) => {
  const { status, body } = await forum.stoa.call(name, input as never, { token: by.token })
  return status === 200 ? (body.payload as object) : { code: body.code }
}
const me = async (by: Person) => (await forum.stoa.call('me', {}, { token: by.token })).body.payload.user
const hide = async (by: Person, { id = postId, tokenName = 'GARDEN', hidden = true } = {}) => {
  const input = { tokenName, postId: id, hidden, ...(hidden && { reason: 'spam' }) }
  const answer = (await call('postDelete', input, by)) as { code?: string; post?: { status: number } }
  return answer.code ?? answer.post?.status
}

async function save(change: Partial<DomainSettings>) {
  const { admin, stoa } = forum
  const { domain } = (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload
  const input = { name: 'default', baseVersion: domain.latestVersion, settings: { ...domain.settings, ...change } }
  return stoa.call('domainSave', input, { token: admin.token })
}
async function publish(version: number) {
  await call('domainPublish', { name: 'default', version }, forum.admin)
  // Viewers are remembered for a second.
  forum.stoa.clock.advance(1000)
}

test('a section has admins once it is published; they moderate its communities only', async () => {
  const saved = await save({ sections: sections() })
  expect(saved.body.payload.domain.sectionAdmins).toEqual([{ id: keeper.id, username: 'keeper' }])
  expect(await me(keeper)).not.toHaveProperty('sectionCommunities')
  expect(await hide(keeper)).toBe('FORBIDDEN')
  await publish(2)
  const viewer = await me(keeper)
  expect(viewer).toMatchObject({ sectionCommunities: ['GARDEN'], domainAdmin: false, tokenOwner: [] })
  expect(Object.keys(viewer.tokenPermissions)).toEqual(['GARDEN'])
  expect(await hide(keeper, { id: otherPostId, tokenName: 'FORUM' })).toBe('FORBIDDEN')
  expect(await call('queueList', { tokenName: 'FORUM' }, keeper)).toMatchObject({ code: 'FORBIDDEN' })
  expect(await call('queueList', { tokenName: 'GARDEN' }, keeper)).not.toHaveProperty('code')
  expect(await call('domainList', {}, keeper)).toMatchObject({ code: 'FORBIDDEN' })
})

test('what they hide has status 4, which moderators can’t restore, but those above can', async () => {
  expect(await hide(moderator)).toBe(1)
  expect(await hide(keeper)).toBe(4)
  expect(await hide(moderator, { hidden: false })).toBe('FORBIDDEN')
  expect(await hide(keeper, { hidden: false })).toBe(0)
  expect(await hide(keeper)).toBe(4)
  expect(await hide(forum.admin)).toBe(3)
  expect(await hide(keeper, { hidden: false })).toBe('HIDDEN_BY_DOMAIN_ADMIN')
  expect(await hide(forum.admin, { hidden: false })).toBe(0)
})

test('a file that they have removed is brought back by them or those above, and not by moderators', async () => {
  const { stoa } = forum
  const writer = await stoa.member('garden_writer', { join: ['GARDEN'] })
  const { id: mediaId, url } = await upload(stoa, writer.token, { bytes: await picture() })
  const postContent = JSON.stringify({ blocks: [{ type: 'image', data: { file: { url }, caption: '' } }] })
  const written = { tokenName: 'GARDEN', title: 'Flowers', postContent }
  const { id } = (await stoa.call('postCreate', written, { token: writer.token })).body.payload.post
  const remove = async (by: Person) => {
    const input = { tokenName: 'GARDEN', postId: id, mediaId, reason: 'nudity' as const }
    return (await stoa.call('mediaRemove', input, { token: by.token })).body.payload.activityId
  }
  const undo = (activityId: string, by: Person) =>
    call('moderationUndo', { tokenName: 'GARDEN', activityIds: [activityId] }, by)
  const served = async () => (await fetch(new URL(url, stoa.url))).status
  const decisions = async () => (await stoa.call('decisionList', {}, { token: writer.token })).body.payload.items

  const first = await remove(keeper)
  expect(await decisions()).toMatchObject([{ action: 'fileRemoved', by: 'section' }])
  expect(await undo(first, moderator)).toEqual({ code: 'FORBIDDEN' })
  expect(await undo(first, writer)).toEqual({ code: 'FORBIDDEN' })
  expect(await served()).toBe(410)
  expect(await undo(first, keeper)).toEqual({ undone: [first], refused: [] })
  expect(await served()).toBe(200)

  const second = await remove(keeper)
  expect(await undo(second, forum.admin)).toEqual({ undone: [second], refused: [] })
  // The other way round, they are above moderators, and below admins.
  const third = await remove(moderator)
  expect(await undo(third, keeper)).toEqual({ undone: [third], refused: [] })
  const fourth = await remove(forum.admin)
  expect(await undo(fourth, keeper)).toEqual({ code: 'HIDDEN_BY_DOMAIN_ADMIN' })
  expect(await undo(fourth, forum.admin)).toEqual({ undone: [fourth], refused: [] })

  // An appeal is for those above, too.
  const fifth = await remove(keeper)
  await stoa.call('appealCreate', { activityId: fifth, text: 'These are only flowers.' }, { token: writer.token })
  const appealed = async (by: Person) => {
    const { items } = (await stoa.call('queueList', { tokenName: 'GARDEN' }, { token: by.token })).body.payload
    return items.find(({ subjectId }) => subjectId === id)
  }
  const itemId = (await appealed(moderator))?.id ?? ''
  const decide = (by: Person, decision: 'approve' | 'hide' = 'approve') =>
    call('queueDecide', { tokenName: 'GARDEN', itemIds: [itemId], decision }, by)
  expect(await decide(moderator)).toEqual({ code: 'FORBIDDEN' })
  // Nor do moderators use up the only appeal.
  expect(await decide(moderator, 'hide')).toEqual({ code: 'FORBIDDEN' })
  expect(await decide(keeper)).toEqual({ code: 'APPEAL_OWN_DECISION' })
  expect(await decide(forum.admin)).toMatchObject({ decided: [{}] })
  expect(await served()).toBe(200)
})

test('the same holds for comments', async () => {
  const author = await forum.stoa.member('garden_guest', { join: ['GARDEN'] })
  const { id: commentId } = await forum.say(author.token, { postId, tokenName: 'GARDEN' })
  const change = async ({ token }: Person, hidden: boolean) => {
    const input = { commentId, tokenName: 'GARDEN', hidden, ...(hidden && { reason: 'spam' as const }) }
    const { status, body } = await forum.hide(token, input)
    return status === 200 ? body.payload.comment.status : body.code
  }
  expect(await change(moderator, true)).toBe(1)
  expect(await change(keeper, true)).toBe(4)
  expect(await change(moderator, false)).toBe('FORBIDDEN')
  expect(await change(keeper, false)).toBe(0)
})

test('nobody in the community bans a section’s admin', async () => {
  const input = { tokenName: 'GARDEN', banUserId: keeper.id, ban: true, reason: 'spam' }
  expect(await call('userBan', input, moderator)).toMatchObject({ code: 'FORBIDDEN' })
})

test('browsers learn of the sections, not of their admins', async () => {
  const { body } = await requestAsHost(forum.stoa, '/config.json', { headers: { host: 'localhost:3000' } })
  expect(body.sections).toEqual([{ name: 'Outdoors', slug: 'outdoors', communities: ['GARDEN'] }])
})

test('sections name communities and admins that are there, each community once', async () => {
  const [section] = sections()
  if (!section) throw new Error('There is no section.')
  for (const [field, change] of [
    ['settings.sections.0', { sections: [{ ...section, communities: ['NOBODY'] }] }],
    ['settings.sections', { sections: [{ ...section, admins: ['0'.repeat(20)] }] }],
    ['settings.sections', { sections: [section, { ...section, slug: 'other' }] }],
    ['settings.sections', { sections: [section, { ...section, communities: ['FORUM'] }] }],
    ['settings.sections.0', { isSingleTokenDomain: true }],
  ] as const)
    expect((await save(change as unknown as Partial<DomainSettings>)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field }],
    })
})

test('with the former version in force, the rights are gone', async () => {
  await publish(1)
  expect(await me(keeper)).not.toHaveProperty('sectionCommunities')
  expect(await hide(keeper)).toBe('FORBIDDEN')
})
