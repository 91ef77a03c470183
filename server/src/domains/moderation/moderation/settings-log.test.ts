import type { CallInput, SettingChange } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { picture, upload } from '../../../../test/uploads.ts'
import { DAY_MS } from '../../../platform/clock.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const tokenName = 'FORUM'
const logged = new Set<string>()

/** Changes in the newest log entry. */
async function newestChanges(): Promise<SettingChange[]> {
  const { items } = (await forum.stoa.call('communityActivity', { tokenName, limit: 1 }, forum.admin)).body.payload
  const changes = items[0]?.changes ?? []
  for (const { setting } of changes) logged.add(setting)
  return changes
}
async function edited(input: Partial<CallInput<'communityEdit'>>) {
  const { status } = await forum.stoa.call('communityEdit', { tokenName, ...input }, forum.admin)
  expect(status).toBe(200)
  return newestChanges()
}
async function checksEdited(input: Omit<CallInput<'checkRulesEdit'>, 'tokenName' | 'revision'>) {
  const { scope } = input
  const about = { tokenName, ...(scope ? { scope } : {}) }
  const { revision } = (await forum.stoa.call('checkRulesGet', about, forum.admin)).body.payload.rules
  const { status } = await forum.stoa.call('checkRulesEdit', { tokenName, revision, ...input }, forum.admin)
  expect(status).toBe(200)
  return newestChanges()
}

test.each<[string, Partial<CallInput<'communityEdit'>>, ...[before: string, after: string]]>([
  ['title', { title: 'Other' }, '*', 'Other'],
  ['about', { about: 'All about it' }, '*', 'All about it'],
  ['urlSlug', { urlSlug: 'another-place' }, '*', 'another-place'],
  ['accent', { accent: '#7d2a28' }, '*', '#7d2a28'],
  ['approvePosts', { approvePosts: true }, 'false', 'true'],
  ['requireTranscripts', { requireTranscripts: true }, 'false', 'true'],
  ['anonymousComments', { anonymousComments: false }, 'true', 'false'],
  ['showRules', { showRules: false }, 'true', 'false'],
  ['slowMode', { slowModeSeconds: 30 }, '0', '30'],
  ['featured', { featuredTokens: ['GUARDED'] }, '', 'GUARDED'],
  ['archived', { archived: true }, 'false', 'true'],
  ['archived', { archived: false }, 'true', 'false'],
  ['rules', { rules: [{ title: 'Be kind' }, { title: 'Stay on topic' }] }, '', 'Be kind; Stay on topic'],
  [
    'rules',
    { rules: [{ title: 'Stay on topic' }, { title: 'Be kind' }] },
    'Be kind; Stay on topic',
    'Stay on topic; Be kind',
  ],
  [
    'rules',
    { rules: [{ title: 'Stay on topic' }, { title: 'Be kind', text: 'To all' }] },
    'Stay on topic; Be kind',
    'Stay on topic; Be kind: To all',
  ],
])('a change of %s is logged with its old and new value: %j', async (setting, input, ...[before, after]) => {
  const changes = await edited(input)
  expect(changes).toEqual([{ setting, before: before === '*' ? expect.any(String) : before, after }])
})

test('changes of the kinds of posts and of the logo are logged', async () => {
  expect(await edited({ postTypes: ['story'] as never })).toMatchObject([{ setting: 'postTypes', after: 'story' }])
  const { url } = await upload(forum.stoa, forum.admin.token, { bytes: await picture(), purpose: 'logo' })
  expect(await edited({ logoImageURI: url })).toEqual([
    { setting: 'logo', before: '', after: expect.stringMatching('/') },
  ])
  expect(await edited({ bannerImageURI: url })).toEqual([
    { setting: 'banner', before: '', after: expect.stringMatching('/') },
  ])
})

test('changes of topics are logged: created, renamed, recolored, moved, merged and deleted', async () => {
  const made: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    made.push((await forum.stoa.call('flairCreate', { tokenName, name }, forum.admin)).body.payload.flair.id)
    expect(await newestChanges()).toEqual([{ setting: 'topic', before: '', after: `${name} (gray)` }])
  }
  const [flairId = '', second = '', third = ''] = made
  await forum.stoa.call('flairEdit', { tokenName, flairId, name: 'First' }, forum.admin)
  expect(await newestChanges()).toEqual([{ setting: 'topic', before: 'One (gray)', after: 'First (gray)' }])
  await forum.stoa.call('flairEdit', { tokenName, flairId, color: 'teal' }, forum.admin)
  expect(await newestChanges()).toEqual([{ setting: 'topic', before: 'First (gray)', after: 'First (teal)' }])
  await forum.stoa.call('flairEdit', { tokenName, flairId, position: 2 }, forum.admin)
  expect(await newestChanges()).toEqual([
    { setting: 'topicOrder', before: 'First, Two, Three', after: 'Two, Three, First' },
  ])
  await forum.stoa.call('flairDelete', { tokenName, flairId: second, intoFlairId: third }, forum.admin)
  expect(await newestChanges()).toEqual([{ setting: 'topicMerge', before: 'Two', after: 'Three' }])
  await forum.stoa.call('flairDelete', { tokenName, flairId: third }, forum.admin)
  expect(await newestChanges()).toEqual([{ setting: 'topic', before: 'Three (gray)', after: '' }])
})

test('changes of the checks before publication are logged', async () => {
  const word = (text: string, action: 'refuse' | 'hold' | 'flag') => ({ text, action })
  await checksEdited({ entries: [word('one', 'refuse'), word('two', 'hold')] })
  expect(await checksEdited({ entries: [word('one', 'flag'), word('three', 'refuse')] })).toEqual([
    { setting: 'refused', before: 'one', after: 'three' },
    { setting: 'held', before: 'two', after: '' },
    { setting: 'flagged', before: '', after: 'one' },
  ])
  await checksEdited({ reasons: [{ title: 'Off topic', text: 'It belongs elsewhere.' }] })
  expect(await checksEdited({ reasons: [{ title: 'Off topic', text: 'See our rules.' }] })).toEqual([
    { setting: 'reasons', before: 'Off topic: It belongs elsewhere.', after: 'Off topic: See our rules.' },
  ])
  expect(await checksEdited({ holdFrom: 60 })).toEqual([
    { setting: 'holdFrom', before: expect.anything(), after: '60' },
  ])
  const newcomerLinks = { days: 3, links: 1, action: 'hold' as const }
  expect(await checksEdited({ newcomerLinks })).toMatchObject([{ setting: 'newcomerLinks', after: 'hold, > 1, < 3 d' }])
  const until = forum.stoa.clock.now() + DAY_MS / 2
  const storm = { until, membersOnly: true, slowModeSeconds: 0 as const, holdNewcomers: false }
  await checksEdited({ storm })
  // Even if only seconds differ.
  const [change] = await checksEdited({ storm: { ...storm, until: until + 1000 } })
  expect(change?.before).not.toBe(change?.after)
})

test('for lists of all communities the log shows how many entries were added and removed, not which', async () => {
  await checksEdited({
    scope: 'all',
    entries: [
      { text: 'one', action: 'refuse' },
      { text: 'two', action: 'refuse' },
    ],
  })
  expect(
    await checksEdited({
      scope: 'all',
      entries: [
        { text: 'one', action: 'refuse' },
        { text: 'three', action: 'refuse' },
      ],
    }),
  ).toEqual([{ setting: 'refused', before: '1', after: '1' }])
  await checksEdited({ scope: 'all', entries: [] })
})

test('every setting is covered', () => {
  const { items } = calls.communityActivity.output.shape
  const settings = items.element.shape.changes.element.shape.setting.options
  // Logged when a moderator edits a post.
  const ofPosts = ['postTitle', 'postText', 'postTopic', 'postExcerpt', 'postAddress']
  // Logged with payments, and by cashiers.
  const ofMoney = ['amount', 'minimumCashOut']
  expect([...logged, ...ofPosts, ...ofMoney].toSorted()).toEqual(settings.toSorted())
})
