import { type CallName, isWrite, PostStatus } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnySample, allSamples } from '../../src/calls/all.samples.ts'
import { openRequest } from '../../src/calls/cashier.samples.ts'
import { createAuthenticator } from '../authenticator.ts'
import { databaseDigest } from '../databases/database-digest.ts'
import { type Forum, startForum } from '../forum.ts'
import { sendRequest } from '../harness.ts'
import { type SampleScene, sentSample, startSampleScene } from '../samples.ts'
import { type Named, textInputs } from './id-inputs.ts'

const NOBODY = '0'.repeat(20)

/**
 * Inputs that may identify things of others, by call and path, with reasons. Anything else is refused as if it didn't
 * exist.
 */
const OPEN: Record<string, string> = {
  'userGet.idOrSlug': 'everybody reads profiles',
  'userReputation.idOrSlug': 'everybody reads profiles',
  'followList.idOrSlug': 'everybody reads profiles',
  'commentList.userId': 'everybody reads public comments',
  'communityGet.tokenName': 'everybody reads communities',
  'tokenPriceGet.tokenName': 'everybody reads communities',
  'cashierList.tokenName': 'everybody reads what a community has',
  'walletList.tokenName': 'the caller’s own wallet',
  'walletHistory.tokenName': 'the caller’s own wallet',
  'walletStatement.tokenName': 'the caller’s own wallet',
  'moonpaySignUrl.tokenName': 'members of any community buy',
  'cardPurchases.tokenName': 'the caller’s own purchases',
  'walletChain.tokenName': 'the caller’s own wallet',
  'withdraw.tokenName': 'the caller’s own wallet',
  'walletTransfer.receiverName': 'everybody may be paid',
  'communityMembers.tokenName': 'everybody reads communities',
  'communityLeaderboard.tokenName': 'everybody reads communities',
  'communityJoin.tokenName': 'everybody joins',
  'communityHide.tokenName': 'everybody hides what they like',
  'communityVisit.tokenName': 'everybody visits',
  'userVisit.tokenName': 'everybody visits',
  'postAnonymous.tokenName': 'everybody writes where anonymous posts are accepted',
  'postList.tokenName': 'everybody reads communities',
  'responseList.userId': 'everybody reads published responses',
  'superCommentList.userId': 'everybody reads published responses',
  'articlePost.community': 'everybody reads articles',
  'articleThread.community': 'everybody reads articles',
  'articleAddress.community': 'everybody reads articles',
  'articleCounts.community': 'everybody reads articles',
  'articleFragment.community': 'everybody reads articles',
  'articleFragments.community': 'everybody reads articles',
  'searchPosts.tokenName': 'everybody searches communities',
  'searchComments.tokenName': 'everybody searches communities',
  'searchUsers.tokenName': 'everybody searches communities',
  'searchCommunities.tokenName': 'everybody searches communities',
  'searchCounts.tokenName': 'everybody searches communities',
  'searchSuggestions.tokenName': 'everybody searches communities',
  'postReadAll.tokenName': 'everybody marks what they read',
  'communityList.cursor': 'there is one such list',
  'networkCommunities.cursor': 'there is one such list',
  'networkOverview.community': 'network admins see all communities',
  'networkLog.community': 'network admins see all communities',
  'networkFiles.cursor': 'there is one such list',
  'networkMail.cursor': 'there is one such list',
  'networkLog.cursor': 'network admins read all of the log',
  'userBan.banUserId': 'anybody may be banned, except admins and owners',
  'userWarn.warnedUserId': 'any member may be warned, except admins and owners',
  'userPermissions.editedUserId': 'anybody may be given permissions',
  'userGetUserEmails.userIds[]': 'the response has members only',
  'communityStanding.memberId': 'everybody has a standing',
  'memberCard.memberId': 'moderators see anybody’s card',
  'memberNote.memberId': 'moderators note something about anybody',
  'communityActivity.actorId': 'those who manage a community read all of its log',
  'communityActivity.personId': 'those who manage a community read all of its log',
  'modActivityList.postId': 'those who manage a community read all of its log',
  'reportList.postId': 'moderators read all reports of their community',
  'modActivityList.userId': 'those who manage a community read all of its log',
  'reportList.userId': 'moderators read all reports of their community',
  'reactionList.tokenName': 'the caller’s own reactions, where they are',
  'voteList.userId': 'everybody reads votes in polls with public voters',
  'communityDecisions.tokenName': 'everybody reads public decisions',
  'communityBans.memberIds': 'the response has banned people only',
  'reportCreate.tokenName': 'everybody reports to the moderators',
  'reportCreate.reportedUserId': 'everybody may be reported',
  'dmWith.userId': 'everybody may ask whether they can write to somebody',
  'dmBlock.blockUserId': 'everybody may be blocked',
  'userFollow.followedUserId': 'everybody may be followed',
  'userFollowGet.followedUserId': 'everybody may be followed',
  'userForwardProve.partner': 'the person is checked when the proof is used',
}
/** Open for moderators only. */
const OPEN_TO_MODERATORS: Record<string, string> = {
  'userEdit.editedUserId': 'moderators approve any member as a partner',
}
/** Things whose existence is public, so that a refusal may reveal it. */
const PUBLIC: readonly Named[] = ['community', 'cacheKey', 'person', 'actor', 'mailedToken']
/** Tables where attempts are counted, by kind. */
const COUNTED: Partial<Record<Named, string[]>> = {
  challenge: ['event_counts'],
  assertion: ['event_counts'],
  appCode: ['event_counts'],
  recoveryCode: ['event_counts'],
  mailedCode: ['event_counts', 'email_proofs'],
}
/** Responses to valid requests other than 200. */
const STATUS: Partial<Record<CallName, number>> = {
  authProviderStart: 303,
  // Nothing is built that could render them.
  articleFragment: 404,
  articleFragments: 404,
}

let forum: Forum
/** The sender's community, and one in which neither the sender nor the moderator has a role. */
let home: SampleScene
let away: SampleScene
/** A member of the other community. */
let bea: { id: string; username: string; token: string }
beforeAll(async () => {
  forum = await startForum()
  home = await startSampleScene(forum, { tokenName: 'HOME' })
  away = await startSampleScene(forum, { tokenName: 'AWAY' })
  const { userId: id, username, token } = await away.account()
  await forum.stoa.call('communityJoin', { tokenName: 'AWAY', join: true }, { token })
  bea = { id, username, token }
})
afterAll(() => forum.stoa.close())

type Request = Awaited<ReturnType<AnySample['make']>>
interface Swaps {
  values: Record<string, unknown>
  nobody: unknown
  /** Fields to send together with it. Default: none. */
  beside?: Record<string, unknown>
}

/** For each kind, ids that belong to others than the sender, and an id that doesn't exist. */
const others: Record<Named, (request: Request) => Promise<Swaps>> = {
  post: async (request) => ({ values: await hiddenPosts(request), nobody: NOBODY }),
  posts: async (request) => ({ values: await hiddenPosts(request), nobody: NOBODY }),
  async postOrSlug(request) {
    const posts = await hiddenPosts(request)
    const slugs = await home.stoa.database.read('posts').whereIn('id', Object.values(posts)).select('id', 'slug')
    const bySlug = slugs.map(({ id, slug }) => [`slug of ${id}`, slug])
    return { values: { ...posts, ...Object.fromEntries(bySlug) }, nobody: NOBODY }
  },
  async comment(request) {
    const values = await hiddenComments(request)
    // A reply to a hidden comment is refused as such: its placeholder is visible.
    const isPlaceholder = (words: string) => 'replyToCommentId' in request.input && words.endsWith('state 1')
    return {
      values: Object.fromEntries(Object.entries(values).filter(([words]) => !isPlaceholder(words))),
      nobody: NOBODY,
    }
  },
  comments: async (request) => ({ values: await hiddenComments(request), nobody: NOBODY }),
  async entity(request) {
    const isPost = 'entityType' in request.input && request.input.entityType === 'Post'
    return { values: await (isPost ? hiddenPosts : hiddenComments)(request), nobody: NOBODY }
  },
  flair: async () => ({ values: { 'of another community': away.flairId }, nobody: NOBODY }),
  community: async () => ({ values: { 'another one': away.tokenName }, nobody: 'NOWHERE' }),
  async cacheKey({ input }) {
    const key = 'key' in input ? String(input.key) : ''
    return { values: { 'of another community': key.replace('HOME', 'AWAY') }, nobody: key.replace('HOME', 'NOWHERE') }
  },
  person: async () => ({ values: { 'somebody else': bea.id, 'an admin': forum.admin.id }, nobody: NOBODY }),
  username: async () => ({ values: { 'somebody else': bea.username }, nobody: 'nobody_at_all' }),
  actor: async () => ({ values: { 'somebody else': bea.id }, nobody: NOBODY }),
  report: async () => ({ values: { 'of another community': await away.report() }, nobody: NOBODY }),
  queueItem: async () => ({ values: { 'of another community': await away.report() }, nobody: NOBODY }),
  cashierRequest: async () => ({ values: { 'of another community': await openRequest(away) }, nobody: NOBODY }),
  activity: async () => ({ values: { 'of another community': await away.decision() }, nobody: NOBODY }),
  note: async () => ({
    values: {
      'somebody else’s': await noteBy(bea.id, home.communityId),
      'of another community': await noteBy(home.moderator.id, away.communityId),
    },
    nobody: NOBODY,
  }),
  conversation: async () => ({ values: { 'of others': (await messageOfOthers()).conversationId }, nobody: NOBODY }),
  message: async () => ({ values: { 'of others': (await messageOfOthers()).message.id }, nobody: NOBODY }),
  notification: async () => ({ values: { 'somebody else’s': await away.notification() }, nobody: NOBODY }),
  async session() {
    const { signedIn } = await home.stoa.app.services.sessions.begin({ userId: bea.id, site: '', lasting: true })
    const claims = Buffer.from(signedIn.accessToken.split('.')[1] ?? '', 'base64url').toString()
    return { values: { 'somebody else’s': String(JSON.parse(claims).sid) }, nobody: NOBODY }
  },
  passkey: async () => ({ values: { 'somebody else’s': (await away.withPasskey()).passkeyId }, nobody: NOBODY }),
  apiKey: async () => ({
    values: { 'somebody else’s': String(await valueIn('apiKeyRevoke', 'keyId')) },
    nobody: NOBODY,
  }),
  device: async () => ({
    values: { 'somebody else’s': String(await valueIn('pushUnsubscribe', 'deviceId')) },
    nobody: NOBODY,
  }),
  endpoint: async () => ({
    values: { 'somebody else’s': String(await valueIn('pushTest', 'endpoint')) },
    nobody: 'https://push.example/nobody',
  }),
  async merged({ by }) {
    const { keeper, mergedAccount, proof } = await away.mergeable()
    await home.stoa.call('userForward', { proof, mainAccount: 'this' }, { token: keeper.token })
    await home.stoa.app.background.settled()
    return {
      values: { 'somebody else’s': mergedAccount.userId, 'somebody else': bea.id, 'the sender': await idOf(by) },
      nobody: NOBODY,
    }
  },
  mergeProof: async () => ({ values: { 'somebody else’s': (await away.mergeable()).proof }, nobody: 'no proof' }),
  async challenge({ input, passkey }) {
    // A correct response, but by somebody else.
    if ('attestation' in input) {
      const { options, challenge } = (await home.stoa.call('passkeyRegisterOptions', {}, { token: bea.token })).body
        .payload
      const beside = { attestation: createAuthenticator(home.origin).create(options) }
      return { values: { 'somebody else’s': challenge }, nobody: 'no challenge', beside }
    }
    const theirs = await away.provingPasskey()
    const beside = { assertion: passkey?.device.get(theirs.passkey.options) }
    return { values: { 'somebody else’s': theirs.challenge }, nobody: 'no challenge', beside }
  },
  async assertion({ passkey, by }) {
    if (!passkey) throw new Error('The sample has no passkey.')
    const { device, options } = (by ? await away.provingPasskey() : await away.withFactor()).passkey
    return {
      values: { 'somebody else’s': device.get(options), 'of their device': device.get(passkey.options) },
      nobody: createAuthenticator(home.origin).get(passkey.options),
    }
  },
  media: async () => ({ values: { 'somebody else’s': await away.media() }, nobody: NOBODY }),
  async revision() {
    const postId = await away.editedPost()
    const { items } = (await home.stoa.call('postRevisionList', { postId }, { token: away.member.token })).body.payload
    return { values: { 'of another post': items[0]?.id }, nobody: NOBODY }
  },
  appCode: async () => ({ values: { 'somebody else’s': (await away.withFactor()).code }, nobody: '000000' }),
  recoveryCode: async () => ({
    values: { 'somebody else’s': (await away.withFactor()).recoveryCodes[0] },
    nobody: 'aaaa-aaaa',
  }),
  async mailedCode() {
    const { token, newestMail } = await away.mailed()
    await home.stoa.call('authReauthenticateMail', {}, { token })
    return { values: { 'somebody else’s': (await newestMail()).code }, nobody: '000000' }
  },
  mailedToken: async () => ({
    values: { 'somebody else’s': await valueIn('userEmailConfirm', 'token') },
    nobody: 'none',
  }),
  ticket: async () => ({ values: { 'somebody else’s': await valueIn('authProviderStart', 'ticket') }, nobody: 'none' }),
  cursor: async () => ({ values: await cursorsOfOthers(), nobody: 'none' }),
}

/** A value that somebody else could send. */
async function valueIn(name: CallName, field: string): Promise<unknown> {
  const sample = allSamples.find((one) => one.name === name)
  return (await sample?.make(away))?.input[field as never]
}

async function idOf(by: Request['by']): Promise<string> {
  if (!by) return ''
  return (await home.stoa.call('me', {}, { token: by.token })).body.payload.user.id
}

async function messageOfOthers() {
  const input = { recipientId: away.member.id, text: 'Between others' }
  return (await home.stoa.call('dmSend', input, { token: away.other.token })).body.payload
}

async function noteBy(authorId: string, communityId: string): Promise<string> {
  const row = { id: home.stoa.app.ids.next(), community_id: communityId, user_id: home.member.id, author_id: authorId }
  await home.stoa.database.transaction(({ connection }) =>
    connection('member_notes').insert({ ...row, text: 'Noted', created_at: home.stoa.clock.now() }),
  )
  return row.id
}

/** Created once for moderators and once for others, because nothing changes them. */
const valuesByKey = new Map<string, Promise<Record<string, string>>>()
function once(key: string, make: () => Promise<Record<string, string>>): Promise<Record<string, string>> {
  const cachedValues = valuesByKey.get(key) ?? make()
  valuesByKey.set(key, cachedValues)
  return cachedValues
}

const isModerator = ({ by }: Request) => by?.token === home.moderator.token

/** Posts that the sender may not see: other people's here, unless the sender moderates, and those elsewhere. */
const hiddenPosts = (request: Request) =>
  once(`posts ${isModerator(request)}`, async () => {
    const values: Record<string, string> = {}
    for (const status of [PostStatus.hiddenByAdmin, PostStatus.pending, PostStatus.draft]) {
      if (!isModerator(request)) values[`here, state ${status}`] = await home.post({ by: bea.id, status })
      values[`elsewhere, state ${status}`] = await away.post({ by: bea.id, status })
    }
    return values
  })

const hiddenComments = (request: Request) =>
  once(`comments ${isModerator(request)}`, async () => {
    const values: Record<string, string> = {}
    for (const [where, scene] of Object.entries({ home, away })) {
      if (where === 'home' && isModerator(request)) continue
      for (const status of [1, 5]) values[`${where}, state ${status}`] = await scene.comment({ by: bea.id, status })
      const postId = await scene.post({ by: bea.id, status: PostStatus.draft })
      values[`${where}, under a draft`] = await scene.comment({ by: bea.id, postId })
    }
    return values
  })

async function cursorsOfOthers(): Promise<Record<string, unknown>> {
  const { stoa, member, tokenName } = away
  for (const _ of [1, 2]) await Promise.all([away.draft(), away.comment()])
  const { token } = member
  const drafts = await stoa.call('postList', { type: 'userDraft', limit: 1 }, { token })
  const ownComments = await stoa.call('commentList', { type: 'user', userId: member.id, limit: 1 }, { token })
  const members = await stoa.call('communityMembers', { tokenName, limit: 1 }, { token })
  return {
    'somebody else’s drafts': drafts.body.payload.cursor,
    'somebody else’s comments': ownComments.body.payload.cursor,
    'members of another community': members.body.payload.cursor,
  }
}

/** The samples of a call that send this text. Actors and cursors are added to those that could. */
async function requestsWith({ name, path, kind }: (typeof ids)[number]): Promise<Request[]> {
  const requests: Request[] = []
  for (const sample of allSamples.filter((one) => one.name === name)) {
    const request = await sample.make(home)
    // Rather than a visitor, whose proof of work is good for one request.
    if (calls[name].access === 'app-check') request.by = home.member
    if (isModerator(request) && `${name}.${path}` in OPEN_TO_MODERATORS) continue
    const added = keyOf(path) in request.input ? {} : await addition(name, request, { path, kind })
    if (added) requests.push({ ...request, input: { ...request.input, ...added } as Request['input'] })
  }
  return requests
}

/** The sender's own value of a field that samples omit; null if there is none. */
async function addition(name: CallName, request: Request, { path, kind }: { path: string; kind: Named }) {
  if (kind === 'actor') return { [path]: await idOf(request.by) }
  if (kind !== 'cursor') return null
  const page = await send(name, { ...request, input: { ...request.input, limit: 1 } as Request['input'] })
  const { cursor = null } = JSON.parse(page.text).payload ?? {}
  return cursor === null ? null : { cursor }
}

async function send(name: CallName, request: Request) {
  const { path, headers, ...init } = sentSample(name, request)
  // As a browser that navigates there.
  const browser = { accept: 'text/html', ...headers }
  const response = await sendRequest(home.stoa.url + path, { ...init, headers: browser })
  const text = response.text
    .replace(/"requestId":"[^"]*"/, '"requestId":""')
    .replace(/(Post not found: |Comment with ID )[^ "]+/, '$1…')
  return {
    status: response.status,
    headers: [...response.headers].filter(([key]) => !OF_EACH_RESPONSE.includes(key)),
    text,
  }
}
/** Headers that differ between any two responses. */
const OF_EACH_RESPONSE = ['date', 'x-request-id', 'etag', 'content-length']

/** The request with some fields replaced. */
const replaced = (request: Request, fields: Record<string, unknown>): Request => ({
  ...request,
  input: { ...request.input, ...fields } as Request['input'],
})
/** The field of a path, with a value. */
const fieldOf = (path: string, value: unknown) => ({ [keyOf(path)]: path.endsWith('[]') ? [value] : value })
const keyOf = (path: string) => path.replace('[]', '')

/** Things in a community that calls name together with it. */
const IN_COMMUNITIES = ['postId', 'commentId', 'entityId', 'idOrSlug']
const isInCommunity = ({ input }: Request) => IN_COMMUNITIES.some((field) => field in input)

/** The same request about nothing, in an existing community. */
const withoutThings = (request: Request) =>
  replaced(
    request,
    Object.fromEntries(IN_COMMUNITIES.filter((field) => field in request.input).map((field) => [field, NOBODY])),
  )

async function digest(kind: Named): Promise<Record<string, string>> {
  await forum.stoa.app.background.settled()
  await forum.stoa.app.events.flush()
  return databaseDigest(forum.stoa, COUNTED[kind] ?? [])
}

const ids = textInputs().flatMap(({ name, path, kind }) => (kind ? [{ name, path, kind }] : []))

test('every text in the input of a call is classified', () => {
  const unknown = textInputs().filter(({ kind }) => kind === undefined)
  expect(unknown.map(({ name, path }) => `${name}.${path}`)).toEqual([])
})

test('every declared open input exists in its call', () => {
  const paths = ids.map(({ name, path }) => `${name}.${path}`)
  const open = Object.keys({ ...OPEN, ...OPEN_TO_MODERATORS })
  expect(open.filter((key) => !paths.includes(key))).toEqual([])
})

test.each(ids)(
  '$name: others’ $path is treated as missing, or refused with 403, and nothing changes',
  async (about) => {
    const { name, path, kind } = about
    if (`${name}.${path}` in OPEN) return
    const requests = await requestsWith(about)
    expect(requests.length, 'samples that send it').toBeGreaterThan(0)
    for (const request of requests) {
      const { values, nobody, beside } = await others[kind](request)
      const before = await digest(kind)
      const missingResponse = await send(name, replaced(request, fieldOf(path, nobody)))
      for (const [words, value] of Object.entries(values)) {
        const response = await send(name, replaced(request, { ...fieldOf(path, value), ...beside }))
        if (response.status === 403 && PUBLIC.includes(kind)) continue
        const expected =
          kind === 'community' && isInCommunity(request)
            ? await send(name, replaced(withoutThings(request), fieldOf(path, value)))
            : missingResponse
        expect([words, response]).toEqual([words, expected])
        if (isWrite(calls[name])) expect([words, response.status]).not.toEqual([words, 200])
      }
      expect(await digest(kind)).toEqual(before)
      const ownResponse = await send(name, request)
      expect([ownResponse.status, ownResponse.text]).toEqual([STATUS[name] ?? 200, expect.anything()])
      expect(ownResponse).not.toEqual(missingResponse)
    }
  },
)
