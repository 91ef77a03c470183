import { createHash } from 'node:crypto'
import { type CallInput, type CallName, PostStatus } from '@stoa/contract'
import type { calls } from '@stoa/contract/schemas'
import { solutionOf } from './app-check.ts'
import { type Forum, PUBLISHER } from './forum.ts'
import { signWithSecret } from './hostile-tokens.ts'
import { repeatedEmailWrites } from './repeated-email-writes.ts'
import { repeatedFactorWrites } from './repeated-factor-writes.ts'
import { repeatedIdentityWrites } from './repeated-identity-writes.ts'
import { seedCommunity } from './seed-community.ts'
import { announced } from './uploads.ts'

type Calls = typeof calls
/** Every call that changes something. */
export type WriteName = {
  [Name in CallName]: Calls[Name] extends { method: 'POST' }
    ? Calls[Name] extends { rate: 'read' }
      ? never
      : Name
    : never
}[CallName]

/** A write that succeeds once, and the same with another body. */
export interface RepeatedWrite {
  input: object
  other: object
  headers?: Record<string, string>
}

export const SITE = 'https://news.example'
/** The forum's public origin, regardless of the port a process listens on. */
const own = 'http://localhost:3000'
const PASSWORD = 'Corr3ct-horse'
const VERIFIER = 'v'.repeat(43)
const CODE_CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

let named = 0
/** EDITAB, EDITAC and so on. */
function newTokenName(): string {
  const letter = (index: number) => String.fromCharCode(65 + (index % 26))
  named += 1
  return `EDIT${letter(Math.floor(named / 26))}${letter(named)}`
}

/** For each call that changes something, functions that create a new write. Add new calls here. */
export function repeatedWrites(forum: Forum): Record<WriteName, (() => Promise<RepeatedWrite>)[]> {
  const { stoa, ada, issuer } = forum
  let made = 0
  const next = () => (made += 1)
  const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  const post = () => forum.newPost({ publisherId: forum.bea.id })

  /** A draft by Ada. */
  const draft = async () => ({
    tokenName: 'FORUM',
    postId: await forum.newPost({ publisherId: ada.id, status: PostStatus.draft }),
  })
  /** A report about a comment by Ada. */
  async function reportedItem(): Promise<string> {
    const comment = await forum.say(ada.token, { postId: await post() })
    const about = { reportedType: 'Comment', reportedCommentId: comment.id, reportReason: 'spam' } as const
    await stoa.call('reportCreate', { tokenName: 'FORUM', ...about }, { token: forum.bea.token })
    const { payload } = (await stoa.call('reportGet', { tokenName: 'FORUM' }, { token: forum.moderator.token })).body
    return payload.items[0]?.id ?? ''
  }
  /** The only topic of GUARDED; posts in FORUM don't need one. */
  async function topic() {
    const name = `Topic ${next()}`
    const row = { id: stoa.app.ids.next(), community_id: forum.guardedId, name, name_key: name.toLowerCase() }
    await stoa.database.transaction(async ({ connection }) => {
      await connection('flairs').where({ community_id: forum.guardedId }).update({ deleted_at: next() })
      await connection('flairs').insert(row)
    })
    return row.id
  }
  async function account() {
    const username = `repeat_${next()}`
    const input = { username, email: `${username}@example.com`, password: PASSWORD }
    const answer = await stoa.call('authSignUp', input)
    return { username, cookie: cookiesOf(answer.headers), token: answer.body.payload.accessToken }
  }
  async function code() {
    const input = { origin: SITE, codeChallenge: CODE_CHALLENGE }
    return (await stoa.call('authEmbedAuthorize', input, { token: ada.token })).body.payload.code
  }
  async function frame(): Promise<Record<string, string>> {
    const input = { origin: SITE, action: 'keep', code: await code(), codeVerifier: VERIFIER } as const
    return { origin: own, cookie: cookiesOf((await stoa.call('authEmbedRefresh', input)).headers) }
  }
  const solution = async () => solutionOf((await stoa.call('appCheckChallenge', {})).body.payload)
  async function checkedHeaders(): Promise<Record<string, string>> {
    const headers = { origin: own }
    const checked = await stoa.call('appCheckToken', { solution: await solution(), origin: own }, { headers })
    return { ...headers, 'x-app-check': checked.body.payload.token }
  }
  const untitled = { tokenName: 'FORUM', title: '', postContent: '{"blocks":[]}' }
  /** As Ada, unless other headers are given. `other`: the fields that differ. */
  const write = <Name extends WriteName>(
    _name: Name,
    about: { input: CallInput<Name>; other: Partial<CallInput<Name>>; headers?: Record<string, string> },
  ): RepeatedWrite => ({ headers: as(ada), ...about, other: { ...about.input, ...about.other } })

  return {
    authSignUp: [
      async () => {
        const username = `repeat_${next()}`
        const input = { username, email: `${username}@example.com`, password: PASSWORD }
        return write('authSignUp', { input, other: { password: `${PASSWORD}2` }, headers: {} })
      },
    ],
    authSignIn: [
      async () => {
        const input = { login: (await account()).username, password: PASSWORD }
        return write('authSignIn', { input, other: { password: 'wrong' }, headers: {} })
      },
    ],
    authRefresh: [
      async () => ({ input: {}, other: { visitorId: 'x' }, headers: { cookie: (await account()).cookie } }),
    ],
    authSignOut: [
      async () => ({ input: {}, other: { everywhere: true }, headers: { cookie: (await account()).cookie } }),
    ],
    authEmbedAuthorize: [
      async () => ({
        input: { origin: SITE, codeChallenge: CODE_CHALLENGE },
        other: { origin: SITE, codeChallenge: 'c'.repeat(43) },
        headers: as(ada),
      }),
    ],
    authEmbedToken: [
      async () => {
        const input = { code: await code(), codeVerifier: VERIFIER }
        return write('authEmbedToken', { input, other: { codeVerifier: 'w'.repeat(43) }, headers: { origin: SITE } })
      },
    ],
    authEmbedRefresh: [
      async () => {
        const input = { origin: SITE, action: 'keep', code: await code(), codeVerifier: VERIFIER } as const
        return write('authEmbedRefresh', { input, other: { codeVerifier: 'w'.repeat(43) }, headers: { origin: own } })
      },
      async () => {
        const input = { origin: SITE, action: 'renew' } as const
        return write('authEmbedRefresh', { input, other: { action: 'end' }, headers: await frame() })
      },
      async () => {
        const input = { origin: SITE, action: 'end' } as const
        return write('authEmbedRefresh', { input, other: { action: 'renew' }, headers: await frame() })
      },
    ],
    ...repeatedEmailWrites(forum, account),
    ...repeatedFactorWrites(forum, account),
    sessionEnd: [
      async () => {
        const { token, username } = await account()
        await stoa.call('authSignIn', { login: username, password: PASSWORD })
        const { items } = (await stoa.call('sessionList', {}, { token })).body.payload
        const input = { sessionId: items.find(({ current }) => !current)?.id ?? '' }
        return { input, other: { others: true }, headers: as({ token }) }
      },
    ],
    appCheckChallenge: [async () => ({ input: {}, other: { userId: '' } })],
    appCheckToken: [
      async () => {
        const input = { solution: await solution(), origin: own }
        return write('appCheckToken', { input, other: { origin: SITE }, headers: { origin: own } })
      },
    ],
    ...repeatedIdentityWrites({ forum, account }),
    authOneTap: [
      async () => {
        const asked = await stoa.call('authOneTapNonce', {})
        const { nonce, clientId } = asked.body.payload
        const claims = { ...issuer.rightClaims(clientId), sub: `pressed_${next()}`, nonce }
        const input = { credential: await issuer.sign(claims) }
        return write('authOneTap', { input, other: { credential: 'x' }, headers: { cookie: cookiesOf(asked.headers) } })
      },
    ],
    userCreateFirebaseUser: [
      async () => {
        const claims = { ...issuer.rightClaims('stoa-test'), iss: 'https://securetoken.google.com/stoa-test' }
        const input = { idToken: await issuer.sign({ ...claims, sub: `fire_${next()}`, auth_time: 1 }) }
        return write('userCreateFirebaseUser', { input, other: { idToken: 'x' }, headers: {} })
      },
    ],
    authEmbedSso: [
      async () => {
        const at = Math.floor(stoa.clock.now() / 1000)
        const claims = { iss: PUBLISHER.origin, aud: own, sub: `reader_${next()}`, iat: at, exp: at + 300 }
        const token = await signWithSecret(PUBLISHER.secret, { claims: { ...claims, jti: `once_${next()}` } })
        const headers = { origin: PUBLISHER.origin }
        return write('authEmbedSso', { input: { token }, other: { token: 'x' }, headers })
      },
    ],
    updateAuthProvider: [
      async () => {
        const input = { providerId: 'google', link: false }
        const headers = as(await stoa.member(`unlinker_${next()}`))
        return write('updateAuthProvider', { input, other: { providerId: 'github' }, headers })
      },
    ],
    communityJoin: [
      async () => {
        const member = await stoa.member(`joiner_${next()}`)
        const input = { tokenName: 'FORUM', join: true }
        return write('communityJoin', { input, other: { join: false }, headers: as(member) })
      },
    ],
    communityHide: [
      async () => {
        const member = await stoa.member(`hider_${next()}`)
        const input = { tokenName: 'FORUM', hide: true }
        return write('communityHide', { input, other: { hide: false }, headers: as(member) })
      },
    ],
    userPermissions: [
      async () => {
        const member = await stoa.member(`helper_${next()}`, { join: ['FORUM'] })
        const input = { tokenName: 'FORUM', editedUserId: member.id, permissions: ['pinPost'] } as const
        return write('userPermissions', {
          input: { ...input, permissions: [...input.permissions] },
          other: { permissions: [] },
          headers: as(forum.admin),
        })
      },
    ],
    userBan: [
      async () => {
        const member = await stoa.member(`banned_${next()}`, { join: ['FORUM'] })
        const input = { tokenName: 'FORUM', banUserId: member.id, ban: true }
        return write('userBan', { input, other: { ban: false }, headers: as(forum.admin) })
      },
    ],
    postCreate: [
      async () => {
        const input = { tokenName: 'FORUM', title: `A post ${next()}`, kind: 'community', postContent: TEXT } as const
        return write('postCreate', { input, other: { title: 'Another' } })
      },
    ],
    postEdit: [
      async () => {
        const postId = await forum.newPost({ publisherId: ada.id })
        const draft = { tokenName: 'FORUM', title: `Changed ${next()}`, kind: 'community', postContent: TEXT } as const
        return write('postEdit', { input: { ...draft, postId }, other: { title: 'Changed otherwise' } })
      },
    ],
    postAnonymous: [
      async () => {
        const input = { tokenName: 'FORUM', title: `A post ${next()}`, postContent: TEXT }
        return write('postAnonymous', { input, other: { title: 'Another' }, headers: await checkedHeaders() })
      },
    ],
    postDraftSave: [
      async () => write('postDraftSave', { input: { ...untitled, title: `Begun ${next()}` }, other: { title: '' } }),
      async () => {
        const { postId } = await draft()
        return write('postDraftSave', { input: { ...untitled, postId }, other: { title: 'Begun otherwise' } })
      },
    ],
    postApprove: [
      async () => {
        const postId = await forum.newPost({ publisherId: ada.id, status: PostStatus.pending })
        return write('postApprove', {
          input: { postId, approve: true },
          other: { approve: false },
          headers: as(forum.moderator),
        })
      },
    ],
    postDelete: [
      async () => {
        const input = { tokenName: 'FORUM', postId: await forum.newPost({ publisherId: ada.id }), hidden: true }
        return write('postDelete', { input, other: { hidden: false } })
      },
    ],
    contentDelete: [
      async () => {
        const input = { tokenName: 'FORUM', postId: await forum.newPost({ publisherId: ada.id }) }
        return write('contentDelete', { input, other: { tokenName: 'GUARDED' } })
      },
    ],
    postLock: [
      async () => {
        const input = { tokenName: 'FORUM', postId: await post(), isLocked: true }
        return write('postLock', { input, other: { isLocked: false }, headers: as(forum.admin) })
      },
    ],
    postPin: [
      async () => {
        const input = { tokenName: 'FORUM', postId: await post(), isPinned: true }
        await stoa.database.transaction(({ connection }) => connection('posts').update({ is_pinned: 0 }))
        return write('postPin', { input, other: { isPinned: false }, headers: as(forum.admin) })
      },
    ],
    postSyndicate: [
      async () => {
        const input = { tokenName: 'FORUM', postId: await forum.newPost({ kind: 'story' }), syndicate: false }
        return write('postSyndicate', { input, other: { syndicate: true }, headers: as(forum.admin) })
      },
    ],
    postDraftPublish: [
      async () => write('postDraftPublish', { input: await draft(), other: { tokenName: 'GUARDED' } }),
    ],
    postDraftSchedule: [
      async () => {
        const input = { ...(await draft()), scheduledAt: stoa.clock.now() + 60_000 }
        return write('postDraftSchedule', { input, other: { scheduledAt: input.scheduledAt + 1 } })
      },
    ],
    postDraftUnschedule: [
      async () => write('postDraftUnschedule', { input: await draft(), other: { tokenName: 'GUARDED' } }),
    ],
    postDraftDelete: [async () => write('postDraftDelete', { input: await draft(), other: { tokenName: 'GUARDED' } })],
    communityCreate: [
      async () => {
        const founder = await stoa.member(`founder_${next()}`)
        const input = { tokenName: newTokenName(), title: 'Founded' }
        return write('communityCreate', { input, other: { title: 'Founded twice' }, headers: as(founder) })
      },
    ],
    checkRulesEdit: [
      async () => {
        const tokenName = newTokenName()
        await seedCommunity(stoa, { tokenName })
        const input = { tokenName, revision: 0, holdFrom: 80 }
        return write('checkRulesEdit', { input, other: { holdFrom: 70 }, headers: as(forum.admin) })
      },
    ],
    communityTransfer: [
      async () => {
        const tokenName = newTokenName()
        const communityId = await seedCommunity(stoa, { tokenName })
        const [owner, heir] = [
          await stoa.member(`giver_${next()}`),
          await stoa.member(`heir_${next()}`, { join: [tokenName] }),
        ]
        await stoa.app.services.memberships.setRole(communityId, owner.id, { owner: true })
        const input = { tokenName, newOwnerId: heir.id, confirm: tokenName }
        return write('communityTransfer', { input, other: { confirm: 'another' }, headers: as(owner) })
      },
    ],
    communityEdit: [
      async () => {
        // In its own community, because its settings would affect other writes.
        const tokenName = newTokenName()
        await seedCommunity(stoa, { tokenName })
        const input = { tokenName, approvePosts: true }
        return write('communityEdit', { input, other: { approvePosts: false }, headers: as(forum.admin) })
      },
    ],
    flairCreate: [
      async () => {
        await topic()
        const input = { tokenName: 'GUARDED', name: `Topic ${next()}` }
        return write('flairCreate', { input, other: { color: 'blue' }, headers: as(forum.admin) })
      },
    ],
    flairEdit: [
      async () => {
        const input = { tokenName: 'GUARDED', flairId: await topic(), name: `Renamed ${next()}` }
        return write('flairEdit', { input, other: { color: 'blue' }, headers: as(forum.admin) })
      },
    ],
    flairDelete: [
      async () => {
        const input = { tokenName: 'GUARDED', flairId: await topic() }
        return write('flairDelete', { input, other: { tokenName: 'FORUM' }, headers: as(forum.admin) })
      },
    ],
    flairAttach: [
      async () => {
        const postId = await forum.newPost({ communityId: forum.guardedId, publisherId: ada.id })
        const input = { tokenName: 'GUARDED', postId, flairId: await topic() }
        return write('flairAttach', { input, other: { tokenName: 'FORUM' } })
      },
    ],
    postView: [
      async () =>
        write('postView', { input: { postId: await post() }, other: { tokenName: 'GUARDED' }, headers: as(ada) }),
    ],
    postVote: [
      async () => {
        const pollOptions = ['One', 'Two']
        const poll = { tokenName: 'FORUM', title: `A poll ${next()}`, kind: 'community', postContent: TEXT } as const
        const created = await stoa.call('postCreate', { ...poll, pollOptions }, { token: forum.bea.token })
        const input = { postId: created.body.payload.post.id, selectedOptionIndex: 0 }
        return write('postVote', { input, other: { selectedOptionIndex: 1 } })
      },
    ],
    postReaction: [
      async () => {
        const input = { entityType: 'Post', entityId: await post(), reactionName: 'thumb-up' } as const
        return write('postReaction', { input, other: { reactionName: 'thumb-down' } })
      },
    ],
    reportCreate: [
      async () => {
        const reported = { tokenName: 'FORUM', reportedType: 'Post', reportedPostId: await post() } as const
        const input = { ...reported, reportReason: 'spam' } as const
        return write('reportCreate', { input, other: { reportReason: 'nudity' } })
      },
    ],
    reportUpdate: [
      async () => {
        const input = { tokenName: 'FORUM', reportId: await reportedItem(), status: 'kept' } as const
        return write('reportUpdate', { input, other: { status: 'open' }, headers: as(forum.moderator) })
      },
    ],
    queueClaim: [
      async () => {
        const input = { tokenName: 'FORUM', itemIds: [await reportedItem()], claim: true }
        return write('queueClaim', { input, other: { claim: false }, headers: as(forum.moderator) })
      },
    ],
    userWarn: [
      async () => {
        const input = { tokenName: 'FORUM', warnedUserId: ada.id, reason: 'Be kind' }
        return write('userWarn', { input, other: { reason: 'Be kinder' }, headers: as(forum.moderator) })
      },
    ],
    memberNote: [
      async () => {
        const input = { tokenName: 'FORUM', memberId: ada.id, text: 'Noted' }
        return write('memberNote', { input, other: { text: 'Noted otherwise' }, headers: as(forum.moderator) })
      },
    ],
    queueDecide: [
      async () => {
        const input = { tokenName: 'FORUM', itemIds: [await reportedItem()], decision: 'approve' as const }
        return write('queueDecide', {
          input,
          other: { decision: 'hide', reason: 'spam' },
          headers: as(forum.moderator),
        })
      },
    ],
    appealCreate: [
      async () => {
        const { id: commentId } = await forum.say(ada.token, { postId: await post() })
        await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
        const { items } = (await stoa.call('decisionList', {}, { token: ada.token })).body.payload
        const input = { activityId: items[0]?.activityId ?? '', text: 'It was a joke.' }
        return write('appealCreate', { input, other: { text: 'It was none.' } })
      },
    ],
    moderationUndo: [
      async () => {
        const decided = { tokenName: 'FORUM', itemIds: [await reportedItem()], decision: 'approve' as const }
        const { payload } = (await stoa.call('queueDecide', decided, { token: forum.moderator.token })).body
        const input = { tokenName: 'FORUM', activityIds: [payload.decided[0]?.activityId ?? ''] }
        return write('moderationUndo', { input, other: { tokenName: 'GUARDED' }, headers: as(forum.moderator) })
      },
    ],
    postSave: [async () => write('postSave', { input: { postId: await post(), save: true }, other: { save: false } })],
    commentSave: [
      async () => {
        const comment = await forum.say(ada.token, { postId: await post() })
        return write('commentSave', { input: { commentId: comment.id, save: true }, other: { save: false } })
      },
    ],
    contentHideForMe: [
      async () => {
        const entityId = await post()
        return write('contentHideForMe', {
          input: { entityType: 'Post', entityId, hide: true },
          other: { hide: false },
        })
      },
    ],
    mediaDelete: [
      async () =>
        write('mediaDelete', {
          input: { mediaId: await announced(stoa, ada.token) },
          other: { mediaId: await announced(stoa, ada.token) },
        }),
    ],
    commentCreate: [
      async () =>
        write('commentCreate', {
          input: { tokenName: 'FORUM', postId: await post(), content: 'Once' },
          other: { content: 'Twice' },
        }),
      async () =>
        write('commentCreate', {
          input: { tokenName: 'FORUM', article: { url: `${SITE}/story-${next()}` }, content: 'Once' },
          other: { content: 'Twice' },
        }),
    ],
    commentAnonymous: [
      async () => {
        const input = { tokenName: 'FORUM', postId: await post(), content: 'Once' }
        return write('commentAnonymous', { input, other: { content: 'Twice' }, headers: await checkedHeaders() })
      },
    ],
    commentEdit: [
      async () => {
        const comment = await forum.say(ada.token, { postId: await post() })
        const input = { tokenName: 'FORUM', commentId: comment.id, content: 'Changed' }
        return write('commentEdit', { input, other: { content: 'Changed otherwise' } })
      },
    ],
    commentDelete: [
      async () => {
        const comment = await forum.say(ada.token, { postId: await post() })
        const input = { tokenName: 'FORUM', commentId: comment.id, hidden: true }
        return write('commentDelete', { input, other: { hidden: false } })
      },
    ],
  }
}

const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Some words.' } }] })

/** Cookies set by a response, as a browser sends them back. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
