import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallInput, CommentStatus, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { startTestApp } from '../../../../test/harness.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { seedPost } from '../../../../test/seed-post.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
  // The forum's people are no longer new.
  forum.stoa.clock.advance(10 * 24 * 60 * 60 * 1000)
  for (const person of [forum.ada, forum.moderator, forum.admin]) {
    const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
    person.token = signedIn.accessToken
  }
})
afterAll(() => forum.stoa.close())

type Rules = Omit<CallInput<'checkRulesEdit'>, 'tokenName' | 'revision'>

const rulesOf = async (scope: 'community' | 'all' = 'community') =>
  (await forum.stoa.call('checkRulesGet', { tokenName: 'FORUM', scope }, { token: forum.admin.token })).body.payload
    .rules
async function setRules(rules: Rules, { token } = forum.admin) {
  const { revision } = await rulesOf(rules.scope)
  const answer = await forum.stoa.call('checkRulesEdit', { tokenName: 'FORUM', revision, ...rules }, { token })
  expect(answer.body).toMatchObject({ status: 'success' })
  return answer.body.payload.rules
}
const comment = async (content: string, about: { token?: string; postId?: string } = {}) => {
  const { token = forum.ada.token, postId = await forum.newPost() } = about
  forum.stoa.clock.advance(1)
  return forum.stoa.call('commentCreate', { tokenName: 'FORUM', postId, content }, { token })
}
const findingsOf = async (id: string) => (await forum.stoa.app.services.contentFindings.byId([id])).get(id)
const postContent = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

test('a listed word rejects, holds or flags a comment; moderators are not checked', async () => {
  await setRules({
    entries: [
      { text: 'casino', action: 'refuse' },
      { text: 'discount', action: 'hold' },
      { text: 'cheap', action: 'flag' },
      { text: 'shop.example', action: 'hold' },
    ],
  })
  const refused = await comment('The best CASINO in town')
  expect([refused.status, refused.body.code]).toEqual([422, 'CONTENT_REFUSED'])
  expect(refused.body.message).toBe('This community doesn’t accept “CASINO”. Change your text and try again.')
  const held = (await comment('A discount at https://www.shop.example/now')).body.payload.comment
  expect(held).toMatchObject({ status: CommentStatus.pending, content: 'A discount at https://www.shop.example/now' })
  expect(await findingsOf(held.id)).toMatchObject({
    entityId: held.id,
    held: true,
    score: 100,
    findings: [
      { check: 'address', text: 'https://www.shop.example/now', held: true },
      { check: 'word', text: 'discount', held: true },
      { check: 'score', text: '100', held: true },
    ],
  })
  const flagged = (await comment('Talk is cheap')).body.payload.comment
  expect(flagged).toMatchObject({ status: CommentStatus.published, moderationScore: null })
  expect(await findingsOf(flagged.id)).toMatchObject({ held: false, score: 40 })
  const own = await comment('A casino discount', { token: forum.moderator.token })
  expect(own.body.payload.comment.status).toBe(CommentStatus.published)
  expect(await findingsOf(own.body.payload.comment.id)).toBeUndefined()
})

test('network-wide lists apply everywhere, and only network admins change them', async () => {
  const entries = [{ text: 'everywhere', action: 'refuse' as const }]
  const input = { tokenName: 'FORUM', scope: 'all' as const, revision: 0, entries }
  expect((await forum.stoa.call('checkRulesEdit', input, { token: forum.moderator.token })).body.code).toBe('FORBIDDEN')
  await setRules({ scope: 'all', entries })
  expect((await comment('Bad everywhere')).body.code).toBe('CONTENT_REFUSED')
  const { body } = await forum.stoa.call('communityActivity', { tokenName: 'FORUM' }, { token: forum.moderator.token })
  expect(body.payload.items[0]).toMatchObject({
    action: 'allChecksEdited',
    changes: [{ setting: 'refused', before: '0', after: '1' }],
  })
  await setRules({ scope: 'all', entries: [] })
  expect((await comment('Good everywhere')).body.status).toBe('success')
})

test('posts are checked when they are published, including title and links', async () => {
  const { token } = forum.ada
  const create = (about: object) =>
    forum.stoa.call(
      'postCreate',
      { tokenName: 'FORUM', title: 'A title', postContent: postContent('Words'), ...about },
      { token },
    )
  expect((await create({ title: 'My casino' })).body.code).toBe('CONTENT_REFUSED')
  const held = (await create({ postContent: postContent('<a href="https://shop.example/">Look</a>') })).body.payload
    .post
  expect(held.status).toBe(PostStatus.pending)
  expect(await findingsOf(held.id)).toMatchObject({ held: true, findings: [{ check: 'address' }] })
  const draft = (await create({ title: 'My casino', saveAsDraft: true })).body.payload.post
  expect(draft.status).toBe(PostStatus.draft)
  const publish = await forum.stoa.call('postDraftPublish', { tokenName: 'FORUM', postId: draft.id }, { token })
  expect(publish.body.code).toBe('CONTENT_REFUSED')
  const poll = (await create({ pollOptions: ['Roulette', 'A casino'], saveAsDraft: true })).body.payload.post
  const publishPoll = await forum.stoa.call('postDraftPublish', { tokenName: 'FORUM', postId: poll.id }, { token })
  expect(publishPoll.body.code).toBe('CONTENT_REFUSED')
  // Scheduling counts as publishing: the author is there to change the post.
  const scheduledAt = forum.stoa.clock.now() + 1000
  const about = { tokenName: 'FORUM', postId: draft.id, scheduledAt }
  expect((await forum.stoa.call('postDraftSchedule', about, { token })).body.code).toBe('CONTENT_REFUSED')
})

test('an edit may not add what would be rejected or held; existing text may stay', async () => {
  const before = (await comment('An old sentence')).body.payload.comment
  const edit = (content: string, commentId = before.id) =>
    forum.stoa.call('commentEdit', { tokenName: 'FORUM', commentId, content }, { token: forum.ada.token })
  expect((await edit('A discount')).body.code).toBe('CONTENT_REFUSED')
  expect((await edit('A casino')).body.code).toBe('CONTENT_REFUSED')
  expect((await edit('A cheap sentence')).body.status).toBe('success')
  const held = (await comment('My discount')).body.payload.comment
  expect((await edit('My discount, 10 %', held.id)).body.status).toBe('success')
})

test('a held text with many links can’t get more of them', async () => {
  const rules = await rulesOf()
  await setRules({ newcomerLinks: { days: 30, links: 1, action: 'hold' } })
  const links = (count: number) => Array.from({ length: count }, (_, index) => `http://a${index}.example`).join(' ')
  const { id } = (await comment(links(3))).body.payload.comment
  const edit = (content: string) =>
    forum.stoa.call('commentEdit', { tokenName: 'FORUM', commentId: id, content }, { token: forum.ada.token })
  expect((await edit(links(4))).body.code).toBe('LINKS_REFUSED')
  expect((await edit(`${links(3)} and words`)).body.status).toBe('success')
  await setRules({ newcomerLinks: { days: 30, links: 1, action: 'refuse' } })
  expect((await edit(links(4))).body.code).toBe('LINKS_REFUSED')
  expect((await edit(links(2))).body.status).toBe('success')
  await setRules({ newcomerLinks: rules.newcomerLinks })
})

test('hiding and restoring a held comment doesn’t publish it; approval does', async () => {
  const held = (await comment('The same discount')).body.payload.comment
  const { token } = forum.ada
  await forum.hide(token, { commentId: held.id })
  await forum.hide(token, { commentId: held.id, hidden: false })
  expect((await forum.stoa.call('commentGet', { commentId: held.id }, { token })).body.payload.comment.status).toBe(
    CommentStatus.pending,
  )
  await forum.hide(forum.moderator.token, { commentId: held.id, hidden: false })
  expect(await findingsOf(held.id)).toMatchObject({ held: false })
  await forum.hide(token, { commentId: held.id })
  const restored = await forum.hide(token, { commentId: held.id, hidden: false })
  expect(restored.body.payload.comment.status).toBe(CommentStatus.published)
})

test('changes are logged with before and after; two moderators don’t overwrite each other', async () => {
  const { revision } = await rulesOf()
  const edit = (about: Rules & { revision: number }) =>
    forum.stoa.call('checkRulesEdit', { tokenName: 'FORUM', ...about }, { token: forum.moderator.token })
  const until = forum.stoa.clock.now() + 60_000
  const storm = { until, membersOnly: true, slowModeSeconds: 60 as const, holdNewcomers: false }
  await edit({ revision, entries: [{ text: 'casino', action: 'refuse' }], storm })
  expect((await edit({ revision, holdFrom: null })).body.code).toBe('RULES_CHANGED')
  const { body } = await forum.stoa.call('communityActivity', { tokenName: 'FORUM' }, { token: forum.moderator.token })
  expect(body.payload.items[0]).toMatchObject({
    action: 'checksEdited',
    changes: [
      { setting: 'held', before: 'discount, shop.example', after: '' },
      { setting: 'flagged', before: 'cheap', after: '' },
      { setting: 'storm', before: '', after: expect.stringContaining('members only, slow mode 60 s, until 2026-01-') },
    ],
  })
  const late = {
    until: until + 8 * 24 * 60 * 60 * 1000,
    membersOnly: true,
    slowModeSeconds: 0 as const,
    holdNewcomers: false,
  }
  expect((await edit({ revision: revision + 1, storm: late })).body.details).toMatchObject([
    { field: 'storm.until', message: 'Must end in the future, within seven days.' },
  ])
  await setRules({ storm: null })
})

test('while only members can write, everyone sees a notice', async () => {
  const postId = await forum.newPost()
  const told = async () =>
    (await forum.stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload.community.membersOnly
  const storm = { until: forum.stoa.clock.now() + 60_000, membersOnly: true, holdNewcomers: false }
  await setRules({ storm: { ...storm, slowModeSeconds: 0 } })
  expect(await told()).toBe(true)
  const { post } = (await forum.stoa.call('postGet', { idOrSlug: postId, tokenName: 'FORUM' })).body.payload
  expect(post.membersOnly).toBe(true)
  await setRules({ storm: null })
  expect(await told()).toBeUndefined()
  await setRules({ storm: { ...storm, slowModeSeconds: 0 } })
  const events = forum.stoa.database.read('outbox').where('name', 'community.changed').orderBy('id', 'desc')
  const last = async () => JSON.parse((await events.clone().first()).payload).membersOnly
  expect(await last()).toBe(true)
  forum.stoa.clock.advance(61_000)
  expect(await told()).toBeUndefined()
  await forum.stoa.app.jobs.drain()
  expect(await last()).toBe(false)
  await setRules({ storm: null })
})

test('a test shows which of the latest comments match, and changes nothing', async () => {
  await comment('Wonderful weather today')
  const entries = [
    { text: 'weather', action: 'hold' as const },
    { text: 'nothing like it', action: 'hold' as const },
  ]
  const { payload } = (
    await forum.stoa.call('checkRulesTest', { tokenName: 'FORUM', entries }, { token: forum.moderator.token })
  ).body
  expect(payload).toMatchObject({
    matching: 1,
    matches: [{ entry: 'weather', action: 'hold', count: 1 }],
    examples: [{ excerpt: 'Wonderful weather today', entry: 'weather' }],
  })
  expect(payload.checked).toBeGreaterThan(3)
  expect((await rulesOf()).entries).toEqual([{ text: 'casino', action: 'refuse' }])
})

test('a person tests one list at a time', async () => {
  const input = { tokenName: 'FORUM', entries: [{ text: 'weather', action: 'hold' as const }] }
  const { token } = forum.moderator
  const codes = await Promise.all(
    Array.from({ length: 8 }, async () => (await forum.stoa.call('checkRulesTest', input, { token })).body.code),
  )
  const isBusy = (code?: string) => code === 'BUSY'
  expect(codes.filter(isBusy).length).toBeGreaterThan(0)
  expect(codes.filter((code) => code === undefined).length).toBeGreaterThan(0)
  expect((await forum.stoa.call('checkRulesTest', input, { token })).status).toBe(200)
})

test('a trial counts each comment once, with the strictest that the whole list would do', async () => {
  for (const text of ['Turnips and parsnips', 'Only turnips', 'Just parsnips', 'Beetroot', 'Beetroot with swede'])
    await comment(text)
  const entries = [
    { text: 'parsnips', action: 'hold' as const },
    { text: 'turnips', action: 'refuse' as const },
    { text: 'beetroot', action: 'flag' as const },
    { text: 'swede', action: 'flag' as const },
  ]
  const trial = async () => {
    const { token } = forum.moderator
    return (await forum.stoa.call('checkRulesTest', { tokenName: 'FORUM', entries }, { token })).body.payload
  }
  await setRules({ holdFrom: null })
  expect(await trial()).toMatchObject({
    matching: 5,
    outcomes: { refuse: 2, hold: 1, flag: 2 },
    examples: [
      { action: 'refuse', entry: 'turnips', excerpt: 'Only turnips' },
      { action: 'refuse', entry: 'turnips', excerpt: 'Turnips and parsnips' },
      { action: 'hold', entry: 'parsnips' },
      { action: 'flag', excerpt: 'Beetroot with swede' },
      { action: 'flag', excerpt: 'Beetroot' },
    ],
  })
  // Two flags add up to the score from which the community holds.
  await setRules({ holdFrom: 80 })
  expect((await trial()).outcomes).toEqual({ refuse: 2, hold: 2, flag: 1 })
  await setRules({ holdFrom: null })
})

test('the filter learns from decisions and forgets undone ones', async () => {
  const decide = async (text: string, hidden: boolean) => {
    const { id } = (await comment(text)).body.payload.comment
    const { token } = forum.moderator
    await forum.hide(token, { commentId: id, hidden: true, reason: 'spam' })
    if (!hidden) await forum.hide(token, { commentId: id, hidden: false })
    return id
  }
  const model = async () => {
    const row = await forum.stoa.database.read('content_rules').where({ community_id: forum.communityId }).first()
    return JSON.parse(row.filter) as { kept: number; removed: number; words: Record<string, [number, number]> }
  }
  const before = await model()
  await decide('unlucky words', false)
  expect(await model()).toEqual(before)
  for (let count = 0; count < 10; count += 1) await decide(`Miracle pills number ${count} for your weight`, true)
  // Kept texts: held and then approved.
  await setRules({ entries: [{ text: 'question', action: 'hold' }] })
  for (let count = 0; count < 10; count += 1) {
    const { id } = (await comment(`A question about paper ${count}`)).body.payload.comment
    await forum.hide(forum.moderator.token, { commentId: id, hidden: false })
  }
  const { id } = (await comment('More miracle pills for your weight')).body.payload.comment
  const found = await findingsOf(id)
  expect(found).toMatchObject({ held: false, findings: [{ check: 'filter', text: expect.stringContaining('pills') }] })
  expect(found?.score).toBeGreaterThanOrEqual(75)
  const scoreFor = async ({ token }: { token: string }) =>
    (await forum.stoa.call('commentGet', { commentId: id }, { token })).body.payload.comment.moderationScore
  expect(await scoreFor(forum.moderator)).toBe(found?.score)
  expect(await scoreFor(forum.ada)).toBeNull()
})

test('an edit is refused if its score would hold it, and its text is stored for moderators', async () => {
  await setRules({ holdFrom: 75, entries: [{ text: 'cheap', action: 'flag' }] })
  const { id } = (await comment('A harmless sentence')).body.payload.comment
  const edit = (content: string) =>
    forum.stoa.call('commentEdit', { tokenName: 'FORUM', commentId: id, content }, { token: forum.ada.token })
  const refused = await edit('Even more miracle pills for your weight')
  expect([refused.status, refused.body.code]).toEqual([422, 'EDIT_REFUSED'])
  expect((await edit('A cheap sentence')).body.status).toBe('success')
  expect(await findingsOf(id)).toMatchObject({ held: false, score: 40, findings: [{ check: 'word', text: 'cheap' }] })
  expect((await edit('A harmless sentence')).body.status).toBe('success')
  expect(await findingsOf(id)).toMatchObject({ score: 0, findings: [] })
  const { token } = forum.ada
  const input = { tokenName: 'FORUM', title: 'A title', postContent: postContent('Words'), pollOptions: ['A', 'B'] }
  const { post } = (await forum.stoa.call('postCreate', input, { token })).body.payload
  const change = { tokenName: 'FORUM', postId: post.id, title: 'A title', postContent: postContent('Words') }
  const withPoll = await forum.stoa.call('postEdit', { ...change, pollOptions: ['A', 'Cheap'] }, { token })
  expect(withPoll.body.status).toBe('success')
  expect(await findingsOf(post.id)).toMatchObject({ findings: [{ check: 'word', text: 'Cheap' }] })
  const spam = postContent('Miracle pills for your weight')
  expect((await forum.stoa.call('postEdit', { ...change, postContent: spam }, { token })).body.code).toBe(
    'EDIT_REFUSED',
  )
  await setRules({ holdFrom: 90, entries: [{ text: 'question', action: 'hold' }] })
})

test('checking a comment adds no query while the rules are cached', async () => {
  const postId = await forum.newPost()
  const write = () => comment('One more comment', { postId })
  const { token } = forum.ada
  await write()
  const counted = await queriesOf(forum.stoa, () =>
    forum.stoa.call('commentCreate', { tokenName: 'FORUM', postId, content: 'Counted' }, { token }),
  )
  expect(counted.filter(({ sql }) => sql.includes('content_'))).toEqual([])
})

test('repeated text is limited, and slow mode makes people wait', async () => {
  const stoa = await startTestApp({ STOA_RATE_SCALE: '1' })
  const communityId = await seedCommunity(stoa)
  const postId = await seedPost(stoa, { communityId })
  const { token } = await stoa.member('ada_demo', { join: ['FORUM'] })
  const admin = await stoa.member('admin_demo', { networkAdmin: true })
  const say = async (content: string) => {
    const { body } = await stoa.call('commentCreate', { tokenName: 'FORUM', postId, content }, { token })
    return body.code ?? 'said'
  }
  const same = 'Buy my wonderful book'
  expect([await say(same), await say(same), await say(same.toUpperCase()), await say('Thanks!')]).toEqual([
    ...['said', 'said', 'TEXT_REPEATED', 'said'],
  ])
  const storm = {
    until: stoa.clock.now() + 60_000,
    membersOnly: true,
    slowModeSeconds: 30 as const,
    holdNewcomers: true,
  }
  await stoa.call('checkRulesEdit', { tokenName: 'FORUM', revision: 0, storm }, { token: admin.token })
  expect([await say('One'), await say('Two')]).toEqual(['said', 'SLOW_MODE'])
  const { body } = await stoa.call('commentList', { type: 'pending', tokenName: 'FORUM' }, { token: admin.token })
  expect(body.payload.items.map(({ content }) => content)).toEqual(['One'])
  await stoa.call('checkRulesEdit', { tokenName: 'FORUM', revision: 1, storm: null }, { token: admin.token })

  // The community's own slow mode stays on, and doesn't apply to moderators.
  await stoa.call('communityEdit', { tokenName: 'FORUM', slowModeSeconds: 300 }, { token: admin.token })
  const bea = await stoa.member('bea_demo', { join: ['FORUM'] })
  // Cached posts are up to a second old.
  stoa.clock.advance(2000)
  const answers = await Promise.all(
    [bea, admin].map(async ({ token }) => {
      const input = { tokenName: 'FORUM', postId }
      await stoa.call('commentCreate', { ...input, content: 'Three' }, { token })
      return (await stoa.call('commentCreate', { ...input, content: 'Four' }, { token })).body
    }),
  )
  expect(answers.map(({ message }) => message)).toEqual([
    'Slow mode is on. You can write again in 5 minutes.',
    undefined,
  ])
  await stoa.close()
})

test('an external scorer adds its score; a slow or failing scorer delays nobody for long', async () => {
  let answer: (body: { text: string }) => object | null = () => ({ score: 96, reason: 'threat' })
  const texts: string[] = []
  const scorer = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const scoredText = JSON.parse(Buffer.concat(chunks).toString()) as { text: string }
      texts.push(scoredText.text)
      const result = answer(scoredText)
      if (result) response.end(JSON.stringify(result))
    })
  })
  await new Promise<void>((resolve) => scorer.listen(0, '127.0.0.1', resolve))
  const { port } = scorer.address() as AddressInfo
  const stoa = await startTestApp({ STOA_SCORER_URL: `http://127.0.0.1:${port}/score`, LOG_LEVEL: 'silent' })
  const communityId = await seedCommunity(stoa)
  const postId = await seedPost(stoa, { communityId })
  const { token } = await stoa.member('ada_demo', { join: ['FORUM'] })
  const say = (content: string) => stoa.call('commentCreate', { tokenName: 'FORUM', postId, content }, { token })
  expect((await say('I will find you')).body.payload.comment.status).toBe(CommentStatus.pending)
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'I will find you' } }] })
  const post = { tokenName: 'FORUM', title: 'A title', postContent }
  const posted = await stoa.call('postCreate', post, { token })
  expect(posted.body.payload.post.status).toBe(PostStatus.pending)
  const draft = (await stoa.call('postCreate', { ...post, saveAsDraft: true }, { token })).body.payload.post
  const target = { tokenName: 'FORUM', postId: draft.id }
  const published = (await stoa.call('postDraftPublish', target, { token })).body.payload.post
  expect(published.status).toBe(PostStatus.pending)
  answer = ({ text }) => ({ score: text.includes('find you') ? 96 : 0 })
  const { comment } = (await say('I will write')).body.payload
  const edit = { tokenName: 'FORUM', commentId: comment.id, content: 'I will find you' }
  expect((await stoa.call('commentEdit', edit, { token })).body.code).toBe('EDIT_REFUSED')
  const banned = await stoa.member('bea_demo', { join: ['FORUM'] })
  const { token: adminToken } = await stoa.member('admin_demo', { networkAdmin: true })
  await stoa.call('userBan', { tokenName: 'FORUM', banUserId: banned.id, ban: true }, { token: adminToken })
  const refused = { tokenName: 'FORUM', postId, content: 'From a banned person' }
  expect((await stoa.call('commentCreate', refused, { token: banned.token })).body.code).toBe('BANNED')
  expect(texts.filter((text) => text.includes('banned'))).toEqual([])
  answer = () => ({ score: 'high' })
  expect((await say('Hello')).body.payload.comment.status).toBe(CommentStatus.published)
  answer = () => null
  // The scorer doesn't respond.
  expect((await say('Hello again')).body.payload.comment.status).toBe(CommentStatus.published)
  scorer.closeAllConnections()
  await new Promise((resolve) => scorer.close(resolve))
  for (let count = 0; count < 6; count += 1) await say(`After that, ${count}`)
  await stoa.close()
})

test('canned reasons are stored, logged by title, and shown with their full text when hiding', async () => {
  const reasons = [{ title: ' Off  topic ', text: `This belongs elsewhere. ${'w'.repeat(400)}` }]
  const saved = await setRules({ reasons })
  expect(saved.reasons).toEqual([{ title: 'Off topic', text: reasons[0]?.text }])
  const { token } = forum.admin
  const log = (await forum.stoa.call('communityActivity', { tokenName: 'FORUM', action: 'checksEdited' }, { token }))
    .body
  const whole = `Off topic: ${saved.reasons[0]?.text}`
  expect(log.payload.items[0]?.changes).toEqual([{ setting: 'reasons', before: '', after: whole }])
  const { id: commentId } = (await comment('Elsewhere')).body.payload.comment
  const why = { reason: 'other' as const, reasonText: saved.reasons[0]?.text ?? '' }
  expect((await forum.hide(forum.moderator.token, { commentId, ...why })).status).toBe(200)
  const { items } = (await forum.stoa.call('decisionList', {}, { token: forum.ada.token })).body.payload
  expect(items[0]?.reason).toBe(reasons[0]?.text)
  await setRules({ reasons: [] })
})
