import type { CallName } from '@stoa/contract'
import { inBrowser } from '../factors.ts'
import { seedCommunity } from '../seed-community.ts'
import { seedReport } from '../seed-report.ts'
import { announced } from '../uploads.ts'
import type { SwapScene } from './swap-scene.ts'

/** An input in which everything belongs to the sender. */
export interface SwapBase {
  token: string
  input: () => Promise<Record<string, unknown>> | Record<string, unknown>
  headers?: Record<string, string>
  /** Refused even so, because it is always about somebody else. Default false. */
  isRefused?: true
  /** A path where things of others are allowed. Default: none. */
  open?: string
  /** Status of the response when it isn't refused. Default 200. */
  status?: number
}

const SITE = 'https://news.example'
const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words' } }] })

/** Two capital letters, different for each number. */
const letters = (number: number) =>
  String.fromCharCode(65 + (Math.floor(number / 26) % 26)) + String.fromCharCode(65 + (number % 26))

/** Calls about the sender's own things, for each call that takes an id or equivalent. Add new calls here. */
export function swapBases(scene: SwapScene): Partial<Record<CallName, SwapBase[]>> {
  const { ada, mod, communities, newPost, newComment, factors, mailed, stoa } = scene
  const { home } = communities
  const { tokenName, flairId } = home
  const asAda = (input: SwapBase['input']): SwapBase => ({ token: ada.token, input })
  const asMod = (input: SwapBase['input']): SwapBase => ({ token: mod.token, input })
  const draft = { tokenName, title: 'A title', kind: 'community', postContent: TEXT, flairId }
  const own = (status?: number) => newPost(home, ada.id, { status })
  const said = () => newComment(home, ada.id)
  async function reacted(entityType: 'Post' | 'Comment', entityId: string): Promise<string> {
    await stoa.call('postReaction', { entityType, entityId, reactionName: 'thumb-up' }, { token: ada.token })
    return entityId
  }
  const actor = { userId: ada.id }
  const publisher = { publisherId: ada.id }
  const moderator = { moderatorUserId: mod.id }
  const newMember = async () => (await scene.signUp(`swapped_${(made += 1)}`)).userId
  const joinedMember = async () => {
    const { userId, token } = await scene.signUp(`swapped_${(made += 1)}`)
    await stoa.call('communityJoin', { tokenName, join: true }, { token })
    return userId
  }
  const firstPage = async (
    name: 'postList' | 'commentList' | 'communityMembers' | 'communityActivity' | 'communityBans',
    input: object,
  ) =>
    (
      await stoa.call(name, { ...input, limit: 1 } as never, {
        token: name === 'communityActivity' || name === 'communityBans' ? mod.token : ada.token,
      })
    ).body.payload.cursor as string
  const reported = async () => seedReport(stoa, { communityId: home.communityId, personId: await newMember() })
  /** A decision that rejects a comment by Ada. */
  const decided = async () => {
    // A pending comment isn't counted.
    const commentId = await newComment(home, ada.id, { status: 5 })
    await stoa.call('commentDelete', { tokenName, commentId, hidden: true, reason: 'spam' }, { token: mod.token })
    const page = await stoa.call('decisionList', { limit: 1 }, { token: ada.token })
    return page.body.payload.items[0]?.activityId ?? ''
  }
  let made = 0
  /** Somebody with a comment. */
  async function writer() {
    const personId = await joinedMember()
    return { personId, commentId: await newComment(home, personId) }
  }

  return {
    sessionEnd: [asAda(async () => ({ sessionId: await scene.newSession(ada.id) }))],
    passkeyEdit: [asAda(() => ({ passkeyId: ada.passkeyId, name: 'Renamed' }))],
    passkeyDelete: [asAda(async () => ({ passkeyId: (await scene.withPasskey(ada.token)).passkeyId }))],
    passkeyRegister: [
      asAda(async () => {
        const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token: ada.token })).body
          .payload
        return { challenge, attestation: scene.newDevice().create(options), name: 'Another key' }
      }),
    ],
    authReauthenticate: [
      { token: factors.ada.token, input: () => ({ code: factors.ada.code() }) },
      { token: factors.ada.token, input: () => ({ recoveryCode: factors.ada.recoveryCodes[1] }) },
      { token: mailed.ada.token, input: () => ({ emailCode: mailed.ada.mailedCode }) },
      asAda(async () => {
        const { challenge, assertion } = await scene.passkeyChallenge(ada)
        return { challenge, assertion }
      }),
    ],
    authSecondFactor: [
      {
        token: '',
        headers: inBrowser(),
        input: async () => ({
          challenge: (await factors.ada.asked()).challenge,
          recoveryCode: factors.ada.recoveryCodes[0],
        }),
      },
      {
        token: '',
        headers: inBrowser(),
        async input() {
          const { challenge, passkeyOptions } = await factors.ada.asked()
          return { challenge, assertion: passkeyOptions && factors.ada.device.get(passkeyOptions) }
        },
      },
    ],
    userEmailConfirm: [{ token: mailed.ada.token, input: () => ({ token: mailed.ada.mailedToken }) }],
    authProviderStart: [
      {
        ...asAda(async () => ({ id: 'google', ticket: await scene.newTicket(ada.token) })),
        headers: { cookie: ada.cookie },
        status: 303,
      },
    ],
    updateAuthProvider: [asAda(() => ({ providerId: 'google', link: true, ...actor }))],
    userForward: [
      asAda(async () => {
        const { username } = await scene.signUp(`given_${(made += 1)}`)
        return { proof: await scene.proofOf(ada.token, username), mainAccount: 'this', ...actor }
      }),
    ],
    userForwardProve: [{ ...asAda(async () => ({ partner: 'nobody_known' })), isRefused: true }],
    userForwardUndo: [
      asAda(async () => {
        const { username, userId } = await scene.signUp(`given_${(made += 1)}`)
        const proof = await scene.proofOf(ada.token, username)
        await stoa.call('userForward', { proof, mainAccount: 'this' }, { token: ada.token })
        await stoa.app.background.settled()
        return { forwardedUserId: userId }
      }),
    ],
    userGet: [asAda(() => ({ idOrSlug: ada.id }))],
    userReputation: [
      asAda(async () => {
        for (const entityId of [await said(), await said()])
          await stoa.call(
            'postReaction',
            { entityType: 'Comment', entityId, reactionName: 'thumb-up' },
            { token: mod.token },
          )
        const { payload } = (await stoa.call('userReputation', { idOrSlug: ada.id, limit: 1 })).body
        return { idOrSlug: ada.id, cursor: payload.cursor }
      }),
    ],
    userEdit: [
      asAda(() => ({ ...actor, editedUserId: ada.id, profileTitle: 'A title' })),
      {
        ...asMod(async () => ({ editedUserId: await joinedMember(), approveSell: true, tokenName })),
        open: 'editedUserId',
      },
    ],
    userDelete: [{ ...asAda(() => ({ ...actor, confirm: 'not the name' })), isRefused: true }],
    userExport: [asAda(() => actor)],
    userVisit: [asAda(() => ({ ...actor, tokenName }))],
    communityVisit: [asAda(() => ({ ...actor, tokenName }))],
    notificationSettings: [asAda(() => ({ ...actor, notificationSettings: { onSite: { reply: true } } }))],
    userFollow: [asAda(async () => ({ ...actor, followedUserId: await newMember(), follow: true }))],
    userFollowGet: [asAda(async () => ({ followedUserId: await newMember() }))],
    notificationList: [
      asAda(async () => {
        for (const _ of [1, 2]) await scene.newNotification(ada.id)
        const { cursor } = (await stoa.call('notificationList', { limit: 1 }, { token: ada.token })).body.payload
        return { cursor }
      }),
    ],
    notificationViewed: [asAda(() => actor)],
    notificationRead: [asAda(async () => ({ ...actor, notificationIds: [await scene.newNotification(ada.id)] }))],
    notificationDelete: [asAda(async () => ({ ...actor, notificationIds: [await scene.newNotification(ada.id)] }))],
    userPermissions: [
      asMod(async () => ({
        tokenName,
        ...moderator,
        editedUserId: await joinedMember(),
        permissions: { pinPost: true },
      })),
    ],
    userBan: [
      asMod(async () => ({ tokenName, ...moderator, banUserId: await newMember(), ban: true })),
      asMod(async () => {
        const { personId, commentId } = await writer()
        return { tokenName, ...moderator, banUserId: personId, ban: true, commentId }
      }),
    ],
    userWarn: [
      asMod(async () => ({ tokenName, ...moderator, warnedUserId: await joinedMember(), reason: 'Be kind' })),
      asMod(async () => {
        const { personId, commentId } = await writer()
        return { tokenName, ...moderator, warnedUserId: personId, reason: 'Be kind', commentId }
      }),
    ],
    userGetUserEmails: [asMod(async () => ({ tokenName, ...moderator, userIds: [await newMember()] }))],
    cacheDelete: [
      asMod(() => ({ key: `whitelistedUsers_${tokenName}` })),
      asMod(() => ({ key: `partnerPosts_${tokenName}_*` })),
    ],
    communityStanding: [
      asMod(async () => ({ tokenName, memberId: await newMember() })),
      asMod(async () => {
        const { personId: memberId, commentId } = await writer()
        return { tokenName, memberId, commentId }
      }),
    ],
    memberCard: [asMod(async () => ({ tokenName, memberId: await newMember() }))],
    memberNote: [
      asMod(async () => ({ tokenName, ...moderator, memberId: await newMember(), text: 'Noted' })),
      asMod(async () => ({
        tokenName,
        ...moderator,
        memberId: scene.ada.id,
        noteId: await scene.newNote(home, mod.id),
      })),
    ],
    communityBans: [
      asMod(async () => ({ tokenName, memberIds: await newMember() })),
      asMod(async () => {
        for (const banUserId of [await newMember(), await newMember()]) {
          await stoa.call('userBan', { tokenName, banUserId, ban: true }, { token: mod.token })
        }
        return { tokenName, cursor: await firstPage('communityBans', { tokenName }) }
      }),
    ],
    communityDecisions: [
      asMod(async () => {
        for (const _ of [1, 2]) await decided()
        const page = await stoa.call('communityDecisions', { tokenName, limit: 1 })
        return { tokenName, cursor: page.body.payload.cursor }
      }),
    ],
    decisionList: [
      asAda(async () => {
        for (const _ of [1, 2]) await decided()
        const page = await stoa.call('decisionList', { limit: 1 }, { token: ada.token })
        return { cursor: page.body.payload.cursor }
      }),
    ],
    appealCreate: [asAda(async () => ({ ...actor, activityId: await decided(), text: 'It was a joke.' }))],
    communityActivity: [
      asMod(async () => {
        const activityId = await decided()
        const { items } = (await stoa.call('communityActivity', { tokenName }, { token: mod.token })).body.payload
        const { actor: by, person, commentId } = items.find(({ id }) => id === activityId) ?? {}
        return { tokenName, actorId: by?.userId, personId: person?.userId, subjectId: commentId }
      }),
      asMod(async () => ({ tokenName, cursor: await firstPage('communityActivity', { tokenName }) })),
    ],
    communityList: [
      asAda(async () => ({ cursor: (await stoa.call('communityList', { limit: 1 })).body.payload.cursor })),
    ],
    communityGet: [asAda(() => ({ tokenName }))],
    communityMembers: [asAda(async () => ({ tokenName, cursor: await firstPage('communityMembers', { tokenName }) }))],
    communityLeaderboard: [asAda(() => ({ tokenName }))],
    communityHide: [asAda(() => ({ tokenName, ...actor, hide: true }))],
    communityJoin: [asAda(() => ({ tokenName, ...actor, join: true }))],
    postList: [
      asAda(() => ({ type: 'community', tokenName, flairId })),
      asAda(() => ({ type: 'userPending', userId: ada.id })),
      asAda(async () => {
        await Promise.all([own(9), own(9)])
        return { type: 'userDraft', cursor: await firstPage('postList', { type: 'userDraft' }) }
      }),
      asMod(() => ({ type: 'pending', tokenName })),
      asAda(async () => ({ type: 'responses', parentPostId: await own(), tokenName })),
      asAda(async () => ({ type: 'related', postId: await own(), tokenName })),
    ],
    postThread: [asAda(async () => ({ postId: await own(9) }))],
    postGet: [asAda(async () => ({ idOrSlug: await own(9), tokenName }))],
    postCreate: [
      asAda(() => ({ ...draft, ...publisher, ...actor })),
      asAda(() => ({ ...draft, parentPostId: home.postId })),
    ],
    postEdit: [
      asAda(async () => ({ ...draft, ...publisher, ...actor, postId: await own() })),
      asMod(async () => ({ ...draft, postId: await own(5) })),
      asAda(async () => ({ ...draft, postId: await own(9), parentPostId: home.postId })),
    ],
    postAnonymous: [asAda(() => ({ tokenName, title: 'Unsigned', postContent: draft.postContent, flairId }))],
    postDraftSave: [
      asAda(() => ({ ...draft, ...publisher, ...actor, parentPostId: home.postId })),
      asAda(async () => ({ ...draft, postId: await own(9), flairId })),
    ],
    postApprove: [asMod(async () => ({ postId: await own(5), approve: true, userId: mod.id }))],
    postRevisionList: [
      asAda(async () => {
        const postId = await scene.newEditedPost(home, ada.token, 2)
        const { cursor } = (await stoa.call('postRevisionList', { postId, limit: 1 }, { token: ada.token })).body
          .payload
        return { postId, cursor }
      }),
    ],
    postRevisionGet: [
      asAda(async () => {
        const postId = await scene.newEditedPost(home, ada.token)
        return { postId, revisionId: await scene.revisionOf(postId, ada.token) }
      }),
    ],
    postDelete: [
      asAda(async () => ({ tokenName, ...actor, postId: await own(), hidden: true })),
      asMod(async () => ({ tokenName, postId: await own(), hidden: true, reason: 'spam' })),
    ],
    contentDelete: [asAda(async () => ({ tokenName, ...actor, postId: await own() }))],
    postLock: [asMod(async () => ({ tokenName, userId: mod.id, postId: await own(), isLocked: false }))],
    postPin: [asMod(async () => ({ tokenName, userId: mod.id, postId: await own(), isPinned: false }))],
    postSyndicate: [
      asMod(async () => ({
        tokenName,
        userId: mod.id,
        postId: await newPost(home, ada.id, { kind: 'story' }),
        syndicate: false,
      })),
    ],
    postDraftPublish: [asAda(async () => ({ tokenName, ...actor, postId: await own(9) }))],
    postDraftSchedule: [
      asAda(async () => ({ tokenName, ...actor, postId: await own(9), scheduledAt: stoa.clock.now() + 1000 })),
    ],
    postDraftUnschedule: [asAda(async () => ({ tokenName, ...actor, postId: await own(8) }))],
    postDraftDelete: [asAda(async () => ({ tokenName, ...actor, postId: await own(9) }))],
    flairAttach: [asAda(async () => ({ tokenName, ...actor, postId: await own(), flairId }))],
    communityCreate: [
      asAda(() => ({ ...actor, tokenName: `MADE${letters((made += 1))}`, title: 'Made', flairs: [{ name: 'Topic' }] })),
    ],
    checkRulesGet: [asMod(() => ({ tokenName }))],
    checkRulesEdit: [asMod(() => ({ tokenName, ...moderator, revision: 0 }))],
    checkRulesTest: [asMod(() => ({ tokenName, ...moderator, entries: [{ text: 'Words', action: 'hold' }] }))],
    communityTransfer: [
      asAda(async () => {
        const given = `GIVE${letters((made += 1))}`
        const id = await seedCommunity(stoa, { tokenName: given })
        await stoa.app.services.memberships.setRole(id, ada.id, { owner: true })
        const { userId, token } = await scene.signUp(`swapped_${(made += 1)}`)
        await stoa.call('communityJoin', { tokenName: given, join: true }, { token })
        return { ...actor, tokenName: given, newOwnerId: userId, confirm: given }
      }),
    ],
    communityTransferGet: [
      asAda(async () => {
        const owned = `OWNS${letters((made += 1))}`
        const id = await seedCommunity(stoa, { tokenName: owned })
        await stoa.app.services.memberships.setRole(id, ada.id, { owner: true })
        return { tokenName: owned }
      }),
    ],
    communityEdit: [asMod(() => ({ tokenName, userId: mod.id, approvePosts: false }))],
    flairCreate: [asMod(() => ({ tokenName, userId: mod.id, name: `Topic ${(made += 1)}` }))],
    flairEdit: [asMod(() => ({ tokenName, userId: mod.id, flairId, name: 'Renamed' }))],
    flairDelete: [
      asMod(async () => {
        const name = `Gone ${(made += 1)}`
        const flair = { id: stoa.app.ids.next(), community_id: home.communityId, name, name_key: name.toLowerCase() }
        await stoa.database.transaction(({ connection }) => connection('flairs').insert(flair))
        return { tokenName, userId: mod.id, flairId: flair.id, intoFlairId: flairId }
      }),
    ],
    postView: [asAda(async () => ({ ...actor, postId: await own(), tokenName, visitorId: 'ada' }))],
    postVote: [asAda(async () => ({ ...actor, postId: await own(), selectedOptionIndex: 0 }))],
    postReaction: [
      asAda(async () => ({ ...actor, entityType: 'Post', entityId: await own(), reactionName: 'thumb-up', tokenName })),
      asAda(async () => ({ entityType: 'Comment', entityId: await said(), reactionName: 'thumb-up', tokenName })),
    ],
    reportCreate: [
      asMod(async () => ({
        tokenName,
        reporterId: mod.id,
        reportedType: 'Post',
        reportedPostId: await own(),
        reportReason: 'spam',
      })),
      asMod(async () => ({
        tokenName,
        reportedType: 'Comment',
        reportedCommentId: await said(),
        reportReason: 'spam',
      })),
      asMod(async () => ({ tokenName, reportedType: 'User', reportedUserId: await newMember(), reportReason: 'spam' })),
    ],
    reportGet: [
      asMod(async () => {
        for (const _ of [1, 2]) await reported()
        const page = await stoa.call('reportGet', { tokenName, limit: 1 }, { token: mod.token })
        return { tokenName, cursor: page.body.payload.cursor }
      }),
    ],
    reportUpdate: [asMod(async () => ({ tokenName, ...moderator, reportId: await reported(), status: 'kept' }))],
    queueList: [
      asMod(async () => {
        for (const _ of [1, 2]) await reported()
        const page = await stoa.call('queueList', { tokenName, limit: 1 }, { token: mod.token })
        return { tokenName, cursor: page.body.payload.cursor }
      }),
      asMod(async () => ({ tokenName, postId: await own() })),
    ],
    queueDecided: [
      asMod(async () => {
        for (const _ of [1, 2]) await scene.newDecision(home)
        const page = await stoa.call('queueDecided', { tokenName, limit: 1 }, { token: mod.token })
        return { tokenName, cursor: page.body.payload.cursor }
      }),
    ],
    queueClaim: [asMod(async () => ({ tokenName, ...moderator, itemIds: [await reported()], claim: true }))],
    queueDecide: [asMod(async () => ({ tokenName, ...moderator, itemIds: [await reported()], decision: 'approve' }))],
    moderationUndo: [asMod(async () => ({ tokenName, ...moderator, activityIds: [await scene.newDecision(home)] }))],
    postSave: [asAda(async () => ({ ...actor, postId: await own(9), save: true }))],
    commentSave: [asAda(async () => ({ ...actor, commentId: await said(), save: true }))],
    mediaGet: [asAda(async () => ({ mediaId: await announced(stoa, ada.token) }))],
    mediaList: [
      asAda(async () => {
        for (const _ of [1, 2]) await announced(stoa, ada.token)
        return { cursor: (await stoa.call('mediaList', { limit: 1 }, { token: ada.token })).body.payload.cursor }
      }),
    ],
    mediaDelete: [asAda(async () => ({ ...actor, mediaId: await announced(stoa, ada.token) }))],
    savedList: [
      asAda(async () => {
        for (const postId of [await own(), await own()])
          await stoa.call('postSave', { postId, save: true }, { token: ada.token })
        return { cursor: (await stoa.call('savedList', { limit: 1 }, { token: ada.token })).body.payload.cursor }
      }),
    ],
    contentHideForMe: [
      asMod(async () => ({ userId: mod.id, entityType: 'Post', entityId: await own(), hide: true })),
      asMod(async () => ({ userId: mod.id, entityType: 'Comment', entityId: await said(), hide: true })),
    ],
    hiddenForMeList: [
      asMod(async () => {
        for (const entityId of [await own(), await own()])
          await stoa.call('contentHideForMe', { entityType: 'Post', entityId, hide: true }, { token: mod.token })
        return { cursor: (await stoa.call('hiddenForMeList', { limit: 1 }, { token: mod.token })).body.payload.cursor }
      }),
    ],
    commentCreate: [
      asAda(async () => ({ tokenName, ...publisher, postId: await own(), content: 'Said' })),
      asAda(async () => ({ tokenName, postId: home.postId, replyToCommentId: await said(), content: 'Said' })),
    ],
    commentAnonymous: [
      asAda(async () => ({ tokenName, postId: await own(), content: 'Said' })),
      asAda(async () => ({ tokenName, postId: home.postId, replyToCommentId: await said(), content: 'Said' })),
    ],
    commentEdit: [asAda(async () => ({ tokenName, ...actor, commentId: await said(), content: 'Said otherwise' }))],
    commentDelete: [
      asAda(async () => ({ tokenName, ...actor, commentId: await said(), hidden: true })),
      asMod(async () => ({ tokenName, commentId: await said(), hidden: true, reason: 'spam' })),
    ],
    commentList: [
      asAda(async () => ({ type: 'post', postId: await own(9) })),
      asAda(async () => ({ type: 'replies', parentCommentId: await said() })),
      asAda(() => ({ type: 'user', userId: ada.id })),
      asMod(() => ({ type: 'pending', tokenName })),
      asAda(async () => ({
        type: 'user',
        userId: ada.id,
        cursor: await firstPage('commentList', { type: 'user', userId: ada.id }),
      })),
    ],
    commentGet: [asAda(async () => ({ commentId: await said() }))],
    viewerFacts: [
      asAda(async () => {
        const [postIds, commentIds] = [await reacted('Post', await own()), await reacted('Comment', await said())]
        return { postIds, commentIds }
      }),
    ],
    articleThread: [asAda(() => ({ community: tokenName, url: `${SITE}/a` }))],
    articlePost: [{ ...asAda(() => ({ community: tokenName, url: `${SITE}/a` })), isRefused: true }],
    articleFragment: [{ ...asAda(() => ({ community: tokenName, url: `${SITE}/a` })), isRefused: true }],
    articleFragments: [
      { ...asAda(() => ({ community: tokenName, articles: JSON.stringify([{ url: `${SITE}/a` }]) })), isRefused: true },
    ],
    articleCounts: [asAda(() => ({ community: tokenName, articles: [{ url: `${SITE}/a` }] }))],
  }
}
