import { createHash, randomUUID } from 'node:crypto'
import {
  type CallInput,
  type CallName,
  CommentStatus,
  type PasskeyRequestOptions,
  PERMISSIONS,
  PostStatus,
} from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { solutionOf } from './app-check.ts'
import { createAuthenticator } from './authenticator.ts'
import { cookiesOf } from './cookies.ts'
import { askedOf, codeOf, inBrowser, PASSWORD } from './factors.ts'
import type { Forum } from './forum.ts'
import type { TestApp } from './harness.ts'
import { newestMail } from './mailbox.ts'
import { seed, type TestCommunity } from './matrices/permission-scene.ts'
import { seedCommunity } from './seed-community.ts'
import { seedReport } from './seed-report.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { announced } from './uploads.ts'

/** A registered partner site without publisher sign-on. */
export const SITE = 'https://news.example'
/** The document of a post with a paragraph. */
export const POST_CONTENT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Some words.' } }] })
const CODE_VERIFIER = 'v'.repeat(43)

type Person = Awaited<ReturnType<TestApp['member']>>

/** A valid request of a call. */
export interface SampleRequest<Name extends CallName = CallName> {
  input: CallInput<Name>
  /** Who sends it; null for a visitor. Default: the scene's member. */
  by?: { token: string } | null
  headers?: Record<string, string>
  /** The sender's device with a passkey, and what it was asked, for calls that prove it. */
  passkey?: { device: ReturnType<typeof createAuthenticator>; options: PasskeyRequestOptions }
  /** Fields of another request about the same, such as from another tab. Default: the same request. */
  other?: Partial<CallInput<Name>>
}

/** Makes a new valid request about things of its sender in the scene's community. */
export type Sample<Name extends CallName> = (scene: SampleScene) => SampleRequest<Name> | Promise<SampleRequest<Name>>

/** Samples of an area's calls, one for each way of calling. */
export type SamplesOf<Calls> = { [Name in keyof Calls & CallName]: readonly Sample<Name>[] }

export interface SampleSetup {
  stoa: TestApp
  /** Plays Google and Firebase. */
  issuer: TokenIssuer
  community: Omit<TestCommunity, 'postId'>
  /** A member, who sends most samples. */
  member: Person
  /** Another member. */
  other: Person
  /** A moderator with all permissions. */
  moderator: Person
  /** Owns the community. */
  owner: Person
}

export type SampleScene = ReturnType<typeof createSampleScene>

let count = 0
/** Different in all scenes, because they may share a database. */
const next = () => (count += 1)

/** Makes what samples are about. Each function makes something new. */
export function createSampleScene({ stoa, issuer, community, ...people }: SampleSetup) {
  const { member, other, moderator } = people
  const { tokenName, communityId, flairId } = community
  const { services } = stoa.app
  /** The forum's public origin, regardless of the port a process listens on. */
  const origin = stoa.settings.STOA_URL ?? 'http://localhost:3000'

  async function post({
    by = member.id,
    status = PostStatus.published as number,
    kind = 'community' as 'community' | 'story',
  } = {}): Promise<string> {
    const about = { community: { ...community, postId: '' }, publisherId: by, commentStatus: null }
    const [seededPost] = await seed(stoa, [{ ...about, kind, postStatus: status, hasPoll: true }])
    return seededPost?.postId ?? ''
  }

  /** The fields of a new post. */
  const newPost = () => ({
    tokenName,
    title: `A post ${next()}`,
    kind: 'community' as const,
    postContent: POST_CONTENT,
    flairId,
  })

  async function comment(about: { by?: string; status?: number; postId?: string } = {}) {
    const { by = member.id, status = CommentStatus.published as number, postId = await post() } = about
    const place = { community: { ...community, postId }, publisherId: by, hasPoll: false }
    const [seededComment] = await seed(stoa, [{ ...place, postStatus: PostStatus.published, commentStatus: status }])
    if (status === CommentStatus.published) {
      await stoa.database.transaction(({ connection }) =>
        connection('posts').where({ id: postId }).increment({ num_comments: 1, score: 2 }),
      )
    }
    return seededComment?.commentId ?? ''
  }

  async function topic(): Promise<string> {
    const name = `Topic ${next()}`
    const row = { id: stoa.app.ids.next(), community_id: communityId, name, name_key: name.toLowerCase() }
    await stoa.database.transaction(({ connection }) => connection('flairs').insert(row))
    return row.id
  }

  /** Somebody else with a name of their own. */
  const person = (about: { joined?: boolean } = {}) =>
    stoa.member(`person_${next()}`, { join: about.joined === false ? [] : [tokenName] })

  const admin = () => stoa.member(`chief_${next()}`, { networkAdmin: true })

  /** Signs up somebody with a password, in a browser. */
  async function account() {
    const username = `account_${next()}`
    const input = { username, email: `${username}@example.com`, password: PASSWORD }
    const { headers, body } = await stoa.call('authSignUp', input)
    const { accessToken: token, userId } = body.payload
    return { username, userId, token, cookie: cookiesOf(headers) }
  }

  /** Adds a passkey to an account. */
  async function addPasskey({ token }: { token: string }) {
    const device = createAuthenticator(origin)
    const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token })).body.payload
    const input = { challenge, attestation: device.create(options), name: 'A key' }
    const { passkeys } = (await stoa.call('passkeyRegister', input, { token })).body.payload
    return { device, passkeyId: passkeys[0]?.id ?? '' }
  }

  async function withPasskey() {
    const { token } = await account()
    return { token, ...(await addPasskey({ token })) }
  }

  /** An account asked to prove its passkey before a sensitive change. */
  async function provingPasskey() {
    const { token, device } = await withPasskey()
    const { payload } = (await stoa.call('authReauthenticateOptions', {}, { token })).body
    const { passkeyOptions: options, challenge = '' } = payload
    if (!options) throw new Error('No passkey was asked for.')
    return { token, challenge, passkey: { device, options } }
  }

  /** An account with an authenticator app and a passkey, whose sign-in waits for one of them. */
  async function withFactor() {
    const { username, token } = await account()
    const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
    const code = codeOf(secret, stoa.clock.now())
    const { recoveryCodes } = (await stoa.call('totpConfirm', { code }, { token })).body.payload
    const { device } = await addPasskey({ token })
    const signIn = { login: username, password: PASSWORD }
    const { challenge, passkeyOptions: options } = askedOf(
      (await stoa.call('authSignIn', signIn, { headers: inBrowser() })).body,
    )
    if (!options) throw new Error('No passkey was asked for.')
    // The first code is used.
    const nextCode = codeOf(secret, stoa.clock.now() + 30_000)
    return { token, code: nextCode, challenge, recoveryCodes, passkey: { device, options } }
  }

  /** A person without a password. */
  async function mailed() {
    const name = `mailed_${next()}`
    const email = `${name}@example.com`
    const userId = await services.accounts.create({ username: name, email, passwordHash: null })
    const { signedIn } = await services.sessions.begin({ userId, site: '', lasting: true })
    return { userId, email, token: signedIn.accessToken, newestMail: (to = email) => newestMail(stoa, to) }
  }

  /** A merged account's main one, and the proof with which it can be merged. */
  async function mergeable() {
    const [keeper, mergedAccount] = [await person(), await account()]
    const input = { login: mergedAccount.username, password: PASSWORD }
    const { proof } = (await stoa.call('userForwardProve', input, { token: keeper.token })).body.payload
    return { keeper, mergedAccount, proof }
  }

  /** A one-time code for the widget on `SITE`. */
  async function embedCode(): Promise<string> {
    const input = { origin: SITE, codeChallenge: CODE_CHALLENGE }
    return (await stoa.call('authEmbedAuthorize', input, { token: member.token })).body.payload.code
  }

  async function checkedHeaders(): Promise<Record<string, string>> {
    const headers = { origin }
    const input = { solution: await solution(), origin }
    const { token } = (await stoa.call('appCheckToken', input, { headers })).body.payload
    return { ...headers, 'x-app-check': token }
  }

  async function solution(): Promise<string> {
    return solutionOf((await stoa.call('appCheckChallenge', {})).body.payload)
  }

  const report = async () => seedReport(stoa, { communityId, personId: (await person()).id })

  /** A logged decision to dismiss a report. */
  async function decision(): Promise<string> {
    const input = { tokenName, itemIds: [await report()], decision: 'approve' as const }
    const { payload } = (await stoa.call('queueDecide', input, { token: moderator.token })).body
    return payload.decided[0]?.activityId ?? ''
  }

  /** A decision against the member: a comment of theirs was rejected. */
  async function decisionOnMember() {
    // A pending comment isn't counted.
    const commentId = await comment({ status: CommentStatus.pending })
    const input = { tokenName, commentId, hidden: true, reason: 'spam' as const }
    await stoa.call('commentDelete', input, { token: moderator.token })
    const [activity] = await stoa.database.read('mod_activities').where({ comment_id: commentId })
    return { activityId: String(activity?.id), commentId }
  }

  /** A notification for the member. */
  async function notification(): Promise<string> {
    const postId = await post()
    await stoa.call('commentCreate', { tokenName, postId, content: 'Said' }, { token: moderator.token })
    await stoa.app.background.settled()
    const about = { recipient_id: member.id, target_id: postId }
    return (await stoa.database.read('notifications').where(about).first())?.id ?? ''
  }

  /** A post by the member, edited by them. */
  async function editedPost({ edits = 1 } = {}): Promise<string> {
    const draft = { tokenName, title: 'Edited', kind: 'community', flairId } as const
    const options = { token: member.token }
    const content = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
    const created = await stoa.call('postCreate', { ...draft, postContent: content('First') }, options)
    const postId = created.body.payload.post.id
    for (let edit = 1; edit <= edits; edit += 1)
      await stoa.call('postEdit', { ...draft, postId, postContent: content(`Edit ${edit}`) }, options)
    return postId
  }

  /** A note by the moderator about the member. */
  async function note(): Promise<string> {
    const row = { id: stoa.app.ids.next(), community_id: communityId, user_id: member.id, author_id: moderator.id }
    await stoa.database.transaction(({ connection }) =>
      connection('member_notes').insert({ ...row, text: 'Noted', created_at: stoa.clock.now() }),
    )
    return row.id
  }

  /** Somebody with a comment. */
  async function writer() {
    const { id } = await person()
    return { personId: id, commentId: await comment({ by: id }) }
  }

  /** A partner's article without a thread. */
  const article = () => ({ url: `${SITE}/story-${next()}` })

  /** A new community of its own. */
  const newTokenName = () => {
    const letter = (index: number) => String.fromCharCode(65 + (index % 26))
    const at = next()
    return `NEW${letter(Math.floor(at / 676))}${letter(Math.floor(at / 26))}${letter(at)}`
  }

  return {
    stoa,
    issuer,
    origin,
    ...people,
    ...community,
    next,
    post,
    newPost,
    comment,
    topic,
    person,
    admin,
    account,
    withPasskey,
    provingPasskey,
    withFactor,
    mailed,
    mergeable,
    embedCode,
    checkedHeaders,
    solution,
    report,
    decision,
    decisionOnMember,
    notification,
    editedPost,
    note,
    writer,
    article,
    newTokenName,
    /** An address without an account. */
    address: () => `by_mail_${next()}@example.com`,
    /** The code that an authenticator app shows now. */
    codeOf: (secret: string) => codeOf(secret, stoa.clock.now()),
    draft: () => post({ status: PostStatus.draft }),
    /** An announced upload by the member. */
    media: () => announced(stoa, member.token),
    /** An article with a comment. */
    async discussedArticle(named: { id?: string } = {}) {
      const about = { ...article(), ...named }
      const input = { tokenName, article: about, content: `Words ${next()}` }
      await stoa.call('commentCreate', input, { token: other.token })
      return about
    },
  }
}

/** A scene in a new community, with `SITE` as its partner. */
export async function startSampleScene(
  { stoa, issuer }: Pick<Forum, 'stoa' | 'issuer'>,
  { tokenName = 'HOME', urlSlug = tokenName.toLowerCase() }: { tokenName?: string; urlSlug?: string } = {},
): Promise<SampleScene> {
  const { memberships, partnerOrigins } = stoa.app.services
  const communityId = await seedCommunity(stoa, { tokenName, urlSlug, flairs: ['Topic'] })
  const topic = await stoa.database.read('flairs').where({ community_id: communityId }).first('id')
  await partnerOrigins.register(communityId, SITE)
  const join = (name: string) => stoa.member(`${name}_${next()}`, { join: [tokenName] })
  const people = {
    member: await join('ann'),
    other: await join('bob'),
    moderator: await join('moderating'),
    owner: await join('owning'),
  }
  const all = { moderator: true, permissions: [...PERMISSIONS] }
  await memberships.setRole(communityId, people.moderator.id, all)
  await memberships.setRole(communityId, people.owner.id, { owner: true })
  const community = { tokenName, communityId, flairId: String(topic?.id) }
  return createSampleScene({ stoa, issuer, community, ...people })
}

/** A sample's request as it is sent, with the path's fields filled in. */
export function sentSample(
  name: CallName,
  { input, by, headers = {} }: SampleRequest & { by: { token: string } | null },
) {
  const { method, path } = calls[name]
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]))
    delete rest[field]
    return value
  })
  const hasBody = method === 'POST'
  const query =
    !hasBody && Object.keys(rest).length > 0 ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
  return {
    path: `/api${filled}${query}`,
    method,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(by ? { authorization: `Bearer ${by.token}` } : {}),
      ...('needsKey' in calls[name] ? { 'idempotency-key': randomUUID() } : {}),
      ...headers,
    },
    ...(hasBody ? { body: JSON.stringify(rest) } : {}),
  }
}

export const CODE_CHALLENGE = createHash('sha256').update(CODE_VERIFIER).digest('base64url')
export { CODE_VERIFIER, PASSWORD }
