import { type CallName, isWrite, PostStatus } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseDigest } from '../databases/database-digest.ts'
import { seedReport } from '../seed-report.ts'
import { announced } from '../uploads.ts'
import { type Named, textInputs } from './id-inputs.ts'
import { type SwapBase, swapBases } from './swap-bases.ts'
import { type SwapScene, startSwapScene } from './swap-scene.ts'

const NOBODY = '0'.repeat(20)

/**
 * Inputs that may name things of others, by call and path, with reasons. Anything else is refused as if it didn't
 * exist.
 */
const OPEN: Record<string, string> = {
  'userGet.idOrSlug': 'everybody reads profiles',
  'userReputation.idOrSlug': 'everybody reads profiles',
  'commentList.userId': 'everybody reads what somebody has said in public',
  'communityGet.tokenName': 'everybody reads communities',
  'communityMembers.tokenName': 'everybody reads communities',
  'communityLeaderboard.tokenName': 'everybody reads communities',
  'communityJoin.tokenName': 'everybody joins',
  'communityHide.tokenName': 'everybody hides what they like',
  'communityVisit.tokenName': 'everybody visits',
  'userVisit.tokenName': 'everybody visits',
  'postAnonymous.tokenName': 'everybody writes where anonymous posts are taken',
  'postList.tokenName': 'everybody reads communities',
  'articlePost.community': 'everybody reads articles',
  'articleThread.community': 'everybody reads articles',
  'articleCounts.community': 'everybody reads articles',
  'articleFragment.community': 'everybody reads articles',
  'articleFragments.community': 'everybody reads articles',
  'communityList.cursor': 'there is one such list',
  'userBan.banUserId': 'anybody may be banned, whoever is not an admin or owner',
  'userWarn.warnedUserId': 'any member may be warned who is not above',
  'userPermissions.editedUserId': 'anybody may be given permissions',
  'userGetUserEmails.userIds[]': 'of whoever is not a member nothing is told',
  'communityStanding.memberId': 'everybody has a standing',
  'memberCard.memberId': 'everybody may be looked at by moderators',
  'memberNote.memberId': 'moderators note something about anybody',
  'communityActivity.actorId': 'those who manage a community read all of its log',
  'communityActivity.personId': 'those who manage a community read all of its log',
  'communityDecisions.tokenName': 'everybody reads what was decided',
  'communityBans.memberIds': 'of whoever is not banned nothing is told',
  'reportCreate.tokenName': 'everybody reports to those who moderate',
  'reportCreate.reportedUserId': 'everybody may be reported',
  'userFollow.followedUserId': 'everybody may be followed',
  'userFollowGet.followedUserId': 'everybody may be followed',
  'userForwardProve.partner': 'who that is, is looked at when the proof is used',
}
/** Things known to exist, so that a refusal may reveal it. */
const KNOWN: readonly Named[] = ['community', 'cacheKey', 'person', 'actor', 'mailedToken']
/** Tables where attempts are counted, by kind. */
const COUNTED: Partial<Record<Named, string[]>> = {
  challenge: ['event_counts'],
  assertion: ['event_counts'],
  appCode: ['event_counts'],
  recoveryCode: ['event_counts'],
  mailedCode: ['event_counts', 'email_proofs'],
}

let scene: SwapScene
let bases: ReturnType<typeof swapBases>
beforeAll(async () => {
  scene = await startSwapScene()
  bases = swapBases(scene)
})
afterAll(() => scene.forum.stoa.close())

/** For each kind, ids that belong to others than the sender, and an id that doesn't exist. */
const others: Record<Named, (base: SwapBase, input: Record<string, unknown>) => Promise<Swaps>> = {
  post: async ({ token }) => ({ values: await hiddenPosts(token), nobody: NOBODY }),
  posts: async ({ token }) => ({ values: await hiddenPosts(token), nobody: NOBODY }),
  async postOrSlug({ token }) {
    const posts = await hiddenPosts(token)
    const slugs = await scene.stoa.database.read('posts').whereIn('id', Object.values(posts)).select('id', 'slug')
    const bySlug = slugs.map(({ id, slug }) => [`slug of ${id}`, slug])
    return { values: { ...posts, ...Object.fromEntries(bySlug) }, nobody: NOBODY }
  },
  async comment({ token }, input) {
    const values = await hiddenComments(token)
    // Hiding responds with the hidden content, without its text.
    const isHid = (words: string) => 'replyToCommentId' in input && words.endsWith('state 1')
    return { values: Object.fromEntries(Object.entries(values).filter(([words]) => !isHid(words))), nobody: NOBODY }
  },
  comments: async ({ token }) => ({ values: await hiddenComments(token), nobody: NOBODY }),
  async entity({ token }, { entityType }) {
    const values = entityType === 'Post' ? await hiddenPosts(token) : await hiddenComments(token)
    return { values, nobody: NOBODY }
  },
  flair: async () => ({ values: { 'of another community': scene.communities.away.flairId }, nobody: NOBODY }),
  community: async () => ({ values: { 'another one': scene.communities.away.tokenName }, nobody: 'NOWHERE' }),
  cacheKey: async (_, { key }) => ({
    values: { 'of another community': String(key).replace('HOME', 'AWAY') },
    nobody: String(key).replace('HOME', 'NOWHERE'),
  }),
  person: async () => ({ values: { 'somebody else': scene.bea.id, 'an admin': scene.forum.admin.id }, nobody: NOBODY }),
  username: async () => ({ values: { 'somebody else': scene.bea.username }, nobody: 'nobody_at_all' }),
  actor: async () => ({ values: { 'somebody else': scene.bea.id }, nobody: NOBODY }),
  report: async () => {
    const { communityId } = scene.communities.away
    return {
      values: { 'of another community': await seedReport(scene.stoa, { communityId, personId: scene.bea.id }) },
      nobody: NOBODY,
    }
  },
  queueItem: async () => {
    const { communityId } = scene.communities.away
    return {
      values: {
        'of another community': await seedReport(scene.stoa, { communityId, personId: scene.stoa.app.ids.next() }),
      },
      nobody: NOBODY,
    }
  },
  activity: async () => ({
    values: { 'of another community': await scene.newDecision(scene.communities.away) },
    nobody: NOBODY,
  }),
  note: async () => ({
    values: {
      'somebody else’s': await scene.newNote(scene.communities.home, scene.bea.id),
      'of another community': await scene.newNote(scene.communities.away, scene.mod.id),
    },
    nobody: NOBODY,
  }),
  notification: async () => ({
    values: { 'somebody else’s': await scene.newNotification(scene.bea.id) },
    nobody: NOBODY,
  }),
  session: async () => ({ values: { 'somebody else’s': await scene.newSession(scene.bea.id) }, nobody: NOBODY }),
  passkey: async () => ({ values: { 'somebody else’s': scene.bea.passkeyId }, nobody: NOBODY }),
  merged: async () => ({
    values: { 'somebody else’s': scene.bea.mergedId, 'somebody else': scene.bea.id, 'the sender': scene.ada.id },
    nobody: NOBODY,
  }),
  async mergeProof() {
    const { username } = await scene.signUp('proved_by_bea')
    return { values: { 'somebody else’s': await scene.proofOf(scene.bea.token, username) }, nobody: 'no proof' }
  },
  async challenge(_, input) {
    const { stoa, bea, ada } = scene
    const theirs = await scene.passkeyChallenge(bea)
    const registering = (await stoa.call('passkeyRegisterOptions', {}, { token: bea.token })).body.payload
    const isNew = 'attestation' in input
    return {
      values: { 'somebody else’s': isNew ? registering.challenge : theirs.challenge },
      nobody: 'no challenge',
      // A correct response, but by somebody else.
      beside: isNew
        ? { attestation: scene.newDevice().create(registering.options) }
        : { assertion: ada.device.get(theirs.options) },
    }
  },
  async assertion({ token }) {
    const { bea, ada, factors } = scene
    const [theirs, own] = [await scene.passkeyChallenge(bea), await scene.passkeyChallenge(ada)]
    const device = token === '' ? factors.bea.device : bea.device
    return {
      values: { 'somebody else’s': theirs.assertion, 'of their device': device.get(own.options) },
      nobody: scene.newDevice().get(own.options),
    }
  },
  media: async () => ({
    values: { 'somebody else’s': await announced(scene.stoa, scene.bea.token) },
    nobody: NOBODY,
  }),
  async revision() {
    const { bea, communities, newEditedPost, revisionOf } = scene
    const postId = await newEditedPost(communities.home, bea.token)
    return { values: { 'somebody else’s': await revisionOf(postId, bea.token) }, nobody: NOBODY }
  },
  appCode: async () => ({ values: { 'somebody else’s': scene.factors.bea.code() }, nobody: '000000' }),
  recoveryCode: async () => ({
    values: { 'somebody else’s': scene.factors.bea.recoveryCodes[0] },
    nobody: 'aaaa-aaaa',
  }),
  mailedCode: async () => ({ values: { 'somebody else’s': scene.mailed.bea.mailedCode }, nobody: '000000' }),
  mailedToken: async () => ({ values: { 'somebody else’s': scene.mailed.bea.mailedToken }, nobody: 'none' }),
  ticket: async () => ({ values: { 'somebody else’s': await scene.newTicket(scene.bea.token) }, nobody: 'none' }),
  cursor: async () => ({ values: await cursorsOfOthers(), nobody: 'none' }),
}

interface Swaps {
  values: Record<string, unknown>
  nobody: unknown
  /** Fields to send together with it. Default: none. */
  beside?: Record<string, unknown>
}

/** Created once per sender, because nothing changes them. */
const made = new Map<string, Promise<Record<string, string>>>()
function once(key: string, make: () => Promise<Record<string, string>>): Promise<Record<string, string>> {
  const found = made.get(key) ?? make()
  made.set(key, found)
  return found
}

/** Posts that the sender may not see: other people's here, unless the sender moderates, and those elsewhere. */
const hiddenPosts = (token: string) =>
  once(`posts ${token}`, async () => {
    const { communities, bea, mod, newPost } = scene
    const values: Record<string, string> = {}
    for (const status of [PostStatus.hiddenByAdmin, PostStatus.pending, PostStatus.draft]) {
      if (token !== mod.token) values[`here, state ${status}`] = await newPost(communities.home, bea.id, { status })
      values[`elsewhere, state ${status}`] = await newPost(communities.away, bea.id, { status })
    }
    return values
  })

const hiddenComments = (token: string) =>
  once(`comments ${token}`, async () => {
    const { communities, bea, mod, newPost, newComment } = scene
    const values: Record<string, string> = {}
    for (const [where, community] of Object.entries(communities)) {
      if (where === 'home' && token === mod.token) continue
      for (const status of [1, 5]) values[`${where}, state ${status}`] = await newComment(community, bea.id, { status })
      const postId = await newPost(community, bea.id, { status: PostStatus.draft })
      values[`${where}, under a draft`] = await newComment(community, bea.id, { postId })
    }
    return values
  })

async function cursorsOfOthers(): Promise<Record<string, unknown>> {
  const { stoa, bea, communities, newPost, newComment } = scene
  for (const status of [PostStatus.draft, PostStatus.draft]) await newPost(communities.away, bea.id, { status })
  for (const _ of [1, 2]) await newComment(communities.away, bea.id)
  const { token } = bea
  const drafts = await stoa.call('postList', { type: 'userDraft', limit: 1 }, { token })
  const said = await stoa.call('commentList', { type: 'user', userId: bea.id, limit: 1 }, { token })
  const members = await stoa.call('communityMembers', { tokenName: 'FORUM', limit: 1 }, { token })
  return {
    'somebody else’s drafts': drafts.body.payload.cursor,
    'what somebody else has said': said.body.payload.cursor,
    'members of another community': members.body.payload.cursor,
  }
}

async function send(name: CallName, base: SwapBase, input: Record<string, unknown>) {
  const rest = { ...input }
  const { method, path } = calls[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]))
    delete rest[field]
    return value
  })
  const query = method === 'POST' ? '' : `?${new URLSearchParams(rest as Record<string, string>)}`
  const response = await fetch(`${scene.stoa.url}/api${filled}${query}`, {
    method,
    redirect: 'manual',
    headers: {
      // As a browser that navigates there.
      accept: 'text/html',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(base.token === '' ? {} : { authorization: `Bearer ${base.token}` }),
      ...base.headers,
    },
    ...(method === 'POST' ? { body: JSON.stringify(rest) } : {}),
  })
  const text = (await response.text())
    .replace(/"requestId":"[^"]*"/, '"requestId":""')
    .replace(/(Post not found: |Comment with ID )[^ "]+/, '$1…')
  const headers = [...response.headers].filter(([key]) => !OF_EACH_ANSWER.includes(key))
  return { status: response.status, headers, text }
}
/** Headers that differ between any two responses. */
const OF_EACH_ANSWER = ['date', 'x-request-id', 'etag', 'content-length']

/** The input with the text at a path replaced. */
function swapped(input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  return path.endsWith('[]') ? { ...input, [path.slice(0, -2)]: [value] } : { ...input, [path]: value }
}

/** Things in a community that calls name together with it. */
const IN_COMMUNITIES = ['postId', 'commentId', 'entityId', 'idOrSlug']

/** The same input about nothing, in an existing community. */
function withoutThings(input: Record<string, unknown>): Record<string, unknown> {
  return {
    ...input,
    ...Object.fromEntries(IN_COMMUNITIES.filter((field) => field in input).map((field) => [field, NOBODY])),
  }
}

async function digest(named: Named): Promise<Record<string, string>> {
  await scene.stoa.app.background.settled()
  await scene.stoa.app.events.flush()
  return databaseDigest(scene.stoa, COUNTED[named] ?? [])
}

const ids = textInputs().flatMap(({ name, path, named }) => (named ? [{ name, path, named }] : []))
const keyOf = (path: string) => path.replace('[]', '')

test('every text in the input of a call is classified', () => {
  const unknown = textInputs().filter(({ named }) => named === undefined)
  expect(unknown.map(({ name, path }) => `${name}.${path}`)).toEqual([])
})

test('every declared open input exists in its call', () => {
  const known = ids.map(({ name, path }) => `${name}.${path}`)
  expect(Object.keys(OPEN).filter((key) => !known.includes(key))).toEqual([])
})

test.each(ids)(
  '$name: others’ $path is treated as missing, or refused with 403, and nothing changes',
  async (about) => {
    const { name, path, named } = about
    const using: { base: SwapBase; input: Record<string, unknown> }[] = []
    for (const base of bases[name] ?? []) {
      const input = await base.input()
      if (keyOf(path) in input && base.open !== path) using.push({ base, input })
    }
    expect(using.length, 'calls that send it').toBeGreaterThan(0)
    if (`${name}.${path}` in OPEN) return
    for (const { base, input } of using) {
      const { values, nobody, beside } = await others[named](base, input)
      const before = await digest(named)
      const missing = await send(name, base, swapped(input, path, nobody))
      for (const [words, value] of Object.entries(values)) {
        const answer = await send(name, base, { ...swapped(input, path, value), ...beside })
        if (answer.status === 403 && KNOWN.includes(named)) continue
        const isMeant = named === 'community' && IN_COMMUNITIES.some((field) => field in input)
        const expected = isMeant ? await send(name, base, { ...withoutThings(input), [path]: value }) : missing
        expect([words, answer]).toEqual([words, expected])
        if (isWrite(calls[name])) expect([words, answer.status]).not.toEqual([words, 200])
      }
      expect(await digest(named)).toEqual(before)
      const own = await send(name, base, input)
      if (base.isRefused) continue
      expect([own.status, own.text]).toEqual([base.status ?? 200, expect.anything()])
      expect(own).not.toEqual(missing)
    }
  },
)
