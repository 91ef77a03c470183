import { type ApiCall, type CallOptions, type ForumSession, StoaError } from '@stoa/client'
import {
  type Activity,
  type BannedPerson,
  type CallInput,
  type CallName,
  type CallOutput,
  CommentStatus,
  type CommentWithReplies,
  type Community,
  type ContentRules,
  errors,
  type HeldRole,
  type HiddenForMeItem,
  type LeaderboardEntry,
  type Me,
  type MemberCard,
  type MenuLink,
  type MuteList,
  type OwnDecision,
  type Page,
  type Post,
  type PostSummary,
  type PublicDecision,
  QUEUE_CLAIM_MS,
  type QueueItem,
  type SavedItem,
  type Standing,
  type User,
} from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleCommunity,
  exampleFeed,
  exampleId,
  exampleMe,
  examplePost,
  exampleThread,
} from '@stoa/contract/fixtures'
import { emptyResponse } from '@stoa/contract/fixtures/empty-response'
import { createStoa, type OutboxEntry, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { createToasts, createTranslator } from '@stoa/ui'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createHistoryCache } from '../history-cache.ts'
import { type DomainConfig, type HostedApp, HostedAppProvider, promotionsOf } from '../hosted-app.ts'
import { messages } from '../messages.ts'
import { createRoutes } from '../routes.tsx'
import { exampleCard } from './example-card.ts'
import { type MessageContent, messageResponses } from './message-responses.ts'
import { followOf, notificationResponses, type ToldContent, unreadOf } from './notification-responses.ts'

/** Content of a story's forum; every field has a default. */
export interface ForumContent extends ToldContent, MessageContent {
  /** The session. Default: none. */
  session?: ForumSession
  /** The domain's configuration. Default: the usual one. */
  config?: Partial<DomainConfig>
  /** The signed-in person; null for a visitor. Default: a member without permissions. */
  viewer?: Me | null
  communities?: readonly Community[]
  /** The domain's main menu. Default: none. */
  menu?: readonly MenuLink[]
  /** The communities that the viewer has joined, in the rail. Default: none. */
  joined?: CallOutput<'joinedList'>['items']
  /** Posts of every feed. */
  posts?: readonly PostSummary[]
  /** Pinned posts of a community. Default: none. */
  pinned?: readonly PostSummary[]
  /** The post at any post address. */
  post?: Post
  comments?: readonly CommentWithReplies[]
  /** The posts that it responds to; null for invisible ones. Default: none. */
  above?: readonly (PostSummary | null)[]
  /** Responses to the post. Default: none. */
  responses?: readonly PostSummary[]
  /** The person of the author page. Default: the example viewer. */
  user?: User
  /** Their roles in communities. Default: none. */
  roles?: readonly HeldRole[]
  members?: CallOutput<'communityMembers'>['items']
  /** The leaderboard. Default: empty. */
  leaders?: readonly LeaderboardEntry[]
  /** The viewer's rank. Default: none. */
  ownPlace?: LeaderboardEntry
  /** Where the person's reputation comes from. Default: none. */
  reputation?: CallOutput<'userReputation'>
  /** People in lists of follows. Default: none. */
  followed?: CallOutput<'followList'>['items']
  /** Own drafts. Default: none. */
  drafts?: readonly PostSummary[]
  /** Own posts that wait for approval or captions. Default: none. */
  waiting?: readonly PostSummary[]
  /** Own scheduled posts. Default: none. */
  scheduled?: readonly PostSummary[]
  /** Own hidden posts. Default: none. */
  hidden?: readonly PostSummary[]
  /** Saved items. Default: none. */
  saved?: readonly SavedItem[]
  /** Items that the viewer has hidden for themselves. Default: none. */
  hiddenForMe?: readonly HiddenForMeItem[]
  mutes?: MuteList
  /** The viewer's sign-in methods. Default: an address and a password. */
  account?: Partial<CallOutput<'accountSecurity'>['account']>
  /** The viewer's sessions. Default: only this one. */
  sessions?: CallOutput<'sessionList'>['items']
  /** Other responses of calls. Default: none. */
  callResponses?: CallResponses
  /** Every member's standing in the community. Default: an ordinary member. */
  standing?: Partial<Standing>
  /** The email address of every member. Default: none. */
  email?: string
  /** Banned people. Default: none. */
  banned?: readonly BannedPerson[]
  /** The moderation log. Default: empty. */
  activity?: readonly Activity[]
  /** Moderation decisions about the viewer. Default: none. */
  decisions?: readonly OwnDecision[]
  /** The public moderation log. Default: empty. */
  publicDecisions?: readonly PublicDecision[]
  /** Member card of every member. Default: some of everything. */
  card?: Partial<MemberCard>
  /** The moderation queue. Default: empty. */
  queue?: readonly QueueItem[]
  /** Automatic checks. Default: none. */
  checks?: ContentRules
  /** What the viewer has written that isn't sent. Default: none. */
  outbox?: readonly OutboxEntry[]
  /** Live connection. Default: none. */
  realtime?: StoaOptions['realtime']
  /** Calls that never finish or fail. Default: none. */
  calls?: { [Name in CallName]?: 'waits' | 'fails' | keyof typeof REFUSALS }
}

const NO_MUTES: MuteList = { blocked: [], users: [], posts: [], communities: [], topics: [], words: [] }
const NO_CHECKS: ContentRules = {
  entries: [],
  newcomerLinks: { days: 1, links: 2, action: 'hold' },
  holdFrom: 90,
  storm: null,
  reasons: [],
  revision: 0,
}

/** Error responses. */
const REFUSALS = {
  'is missing': 'POST_NOT_FOUND',
  'has no comment': 'COMMENT_NOT_FOUND',
  'has no conversation': 'CONVERSATION_NOT_FOUND',
  'is over': 'LINK_INVALID',
  'needs its account': 'CONFIRM_SIGNED_IN',
} as const

/** The forum at an address, with all its routes and without a server. */
export function ForumAt({ path, ...content }: ForumContent & { path: string }) {
  const [{ app, router }] = useState(() => open(path, content))
  return (
    <HostedAppProvider value={app}>
      <StoaProvider stoa={app.stoa}>
        <RouterProvider router={router} />
      </StoaProvider>
    </HostedAppProvider>
  )
}

function open(path: string, content: ForumContent) {
  const { viewer = exampleMe(), session = null, config, realtime } = content
  const client = { call: createCall(content) }
  const stoa = createStoa({
    ...promotionsOf({ promotionDayPrice: '1', ...config }),
    client,
    storage: null,
    clock: () => EXAMPLE_NOW,
    ...(session && { session }),
    ...(realtime && { realtime }),
  })
  const unread = viewer && { ...unreadOf(content), messages: content.unreadMessages ?? 0 }
  stoa.state.setState({ viewer, unread, outbox: content.outbox ?? [] })
  const app: HostedApp = {
    stoa,
    config: {
      defaultTokenName: 'FORUM',
      language: 'en',
      languages: ['en', 'de', 'he'],
      domainDisplayName: 'Stoa',
      logoLink: '/favicon.svg',
      poweredBy: true,
      privacyLink: '/privacy',
      termsLink: '/terms',
      faqLink: '/help',
      enableForumPicker: true,
      communityFounders: 'members',
      isSingleTokenDomain: false,
      signInProviders: ['password'],
      providerNames: {},
      ...config,
    },
    origin: 'https://forum.example',
    menu: content.menu ?? [],
    history: createHistoryCache(),
    t: createTranslator({ locale: 'en', messages, translations: undefined }),
    toasts: createToasts(),
    renewal: null,
    session,
  }
  return { app, router: createMemoryRouter(createRoutes(app), { initialEntries: [path] }) }
}

function createCall({ calls = {}, ...content }: ForumContent): ApiCall {
  const callResponses = { ...callResponsesOf(content), ...content.callResponses }
  const call = async (name: CallName, input: unknown, options?: CallOptions) => {
    const fate = calls[name]
    const respond = callResponses[name] as ((input: unknown, options?: CallOptions) => unknown) | undefined
    if (fate === 'waits') return new Promise(() => {})
    if (fate === 'fails') throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    if (fate) throw new StoaError(REFUSALS[fate], { message: errors[REFUSALS[fate]].message })
    if (!respond) return emptyResponse(name)
    // Only for those that look at them, because tests compare the arguments of others.
    return respond.length > 1 ? respond(input, options) : respond(input)
  }
  return call as ApiCall
}

const ORDINARY: Omit<Standing, 'userId'> = {
  tokenName: 'FORUM',
  isMember: true,
  isOwner: false,
  isModerator: false,
  isPartner: false,
  permissions: [],
  ban: null,
  contentHidden: false,
}

type CallResponses = {
  [Name in CallName]?: (input: CallInput<Name>, options?: CallOptions) => CallOutput<Name>
}

const signedIn = { userId: exampleMe().id, accessToken: 'example', expiresAt: EXAMPLE_NOW }

function callResponsesOf(content: ForumContent): CallResponses {
  const { communities = [exampleCommunity()], posts = exampleFeed, pinned = [], drafts = [], members = [] } = content
  const { post = examplePost(), comments = exampleThread(), user = exampleMe() } = content
  const { sessions = [HERE], account } = content
  const { passkeys, providers } = { ...ACCOUNT, ...account }
  const community = communities[0] ?? exampleCommunity()
  const lists: [string, readonly PostSummary[]][] = [
    ['pinned', pinned],
    ['userDraft', drafts],
    ['userPending', content.waiting ?? []],
    ['userScheduled', content.scheduled ?? []],
    ['userDeleted', content.hidden ?? []],
    ['responses', content.responses ?? []],
  ]
  const all = comments.flatMap((comment) => [comment, ...comment.replies.items])
  const standingOf = (userId: string): Standing => ({ ...ORDINARY, userId, ...content.standing })
  return {
    communityGet: () => ({ community }),
    communityList: () => page(communities),
    networkCommunities: () => page(communities),
    communityEdit: ({ rules }) => ({
      community: {
        ...community,
        ...(rules && { rules: rules.map(({ title, text = '' }) => ({ title, text })) }),
      },
    }),
    communityMembers: () => page(members),
    communityLeaderboard: () => ({ items: [...(content.leaders ?? [])], own: content.ownPlace ?? null }),
    communityStanding: ({ memberId }) => ({ standing: standingOf(memberId) }),
    checkRulesGet: () => ({ rules: content.checks ?? NO_CHECKS }),
    checkRulesEdit: ({ entries, newcomerLinks, holdFrom, storm, reasons, revision }) => {
      const before = content.checks ?? NO_CHECKS
      return {
        rules: {
          entries: entries ?? before.entries,
          newcomerLinks: newcomerLinks ?? before.newcomerLinks,
          holdFrom: holdFrom === undefined ? before.holdFrom : holdFrom,
          storm: storm === undefined ? before.storm : storm,
          reasons: reasons ?? before.reasons,
          revision: revision + 1,
        },
      }
    },
    checkRulesTest: ({ entries: [first] }) => {
      const hit = first && { entry: first.text, action: first.action }
      return {
        checked: 1000,
        matching: hit ? 1 : 0,
        matches: hit ? [{ ...hit, count: 1 }] : [],
        outcomes: { refuse: 0, hold: 0, flag: 0, ...(hit && { [hit.action]: 1 }) },
        examples: hit ? [{ ...hit, commentId: exampleId(1, 'c'), excerpt: `Somebody wrote ${first.text} here.` }] : [],
      }
    },
    reportCreate: () => ({ isNew: true }),
    decisionList: () => page(content.decisions ?? []),
    communityDecisions: () => page(content.publicDecisions ?? []),
    appealCreate: ({ text }) => ({ appeal: { status: 'open', text, at: EXAMPLE_NOW } }),
    queueList: () => ({ ...page(content.queue ?? []), reasons: [] }),
    queueClaim: ({ claim }) => ({ until: claim ? EXAMPLE_NOW + QUEUE_CLAIM_MS : null }),
    queueDecide: ({ itemIds }) => ({ decided: itemIds.map((itemId) => ({ itemId, activityId: itemId })), refused: [] }),
    moderationUndo: ({ activityIds }) => ({ undone: activityIds, refused: [] }),
    memberCard: ({ memberId }) => ({ card: { ...exampleCard(memberId), ...content.card } }),
    memberNote: ({ text: words }) => {
      const { notes } = { ...exampleCard(''), ...content.card }
      const by = { userId: exampleMe().id, displayName: exampleMe().displayName, slugUrl: 'newt', imageUrl: '' }
      const added = { id: exampleId(90, 'n'), at: EXAMPLE_NOW, by, isOwn: true }
      return { notes: words === undefined ? notes.slice(1) : [{ ...added, text: words }, ...notes] }
    },
    communityActivity: () => page(content.activity ?? []),
    queueDecided: () => page(content.activity ?? []),
    communityBans: ({ memberIds }) =>
      page((content.banned ?? []).filter(({ userId }) => memberIds?.includes(userId) ?? true)),
    userWarn: () => ({ activityId: exampleId(1, 'a') }),
    userBan: ({ banUserId, ban, timeframe = 0, timeoutHours, reason = '', hideContent = false }) => {
      const hours = timeoutHours ?? timeframe * 24
      const until = hours === 0 ? 0 : EXAMPLE_NOW + hours * 3_600_000
      const inForce = { until, reason, at: EXAMPLE_NOW, kind: timeoutHours ? ('timeout' as const) : ('ban' as const) }
      const standing = { ...standingOf(banUserId), ban: ban ? inForce : null, contentHidden: ban && hideContent }
      return { standing, activityId: ban ? exampleId(2, 'a') : null }
    },
    userPermissions: ({ editedUserId, permissions }) => ({
      standing: { ...standingOf(editedUserId), permissions: Array.isArray(permissions) ? permissions : [] },
    }),
    userGetUserEmails: ({ userIds }) => ({
      emails: content.email === undefined ? [] : userIds.map((userId) => ({ userId, email: content.email ?? '' })),
    }),
    communityJoin: ({ tokenName, join }) => ({ community, joinedCommunities: join ? [tokenName] : [] }),
    menuShow: () => ({ items: [...(content.menu ?? [])] }),
    joinedList: () => ({ items: content.joined ?? [] }),
    communityCreate: () => ({ community }),
    communityHide: ({ tokenName, hide }) => ({ hiddenCommunities: hide ? [tokenName] : [] }),
    postGet: () => ({ post }),
    postThread: () => ({ items: [...(content.above ?? []), post] }),
    postList: ({ type = 'all' }) => page(new Map(lists).get(type) ?? posts),
    postRead: ({ until }) => ({ until }),
    postReadAll: () => ({ until: EXAMPLE_NOW }),
    postSave: ({ save }) => ({ saved: save }),
    commentSave: ({ save }) => ({ saved: save }),
    saveRemindGet: () => ({ remindAt: null }),
    saveRemind: ({ remindAt }) => ({ remindAt }),
    postWatch: ({ watch }) => ({ watched: watch }),
    savedList: () => page(content.saved ?? []),
    notificationBlock: () => ({ mutes: content.mutes ?? NO_MUTES }),
    muteList: () => ({ mutes: content.mutes ?? NO_MUTES }),
    contentHideForMe: ({ hide }) => ({ hidden: hide }),
    hiddenForMeList: () => page(content.hiddenForMe ?? []),
    postView: () => ({ totalViews: post.totalViews }),
    userGet: () => ({
      user,
      followers: followOf(content).followers,
      following: 3,
      communities: [...(content.roles ?? [])],
    }),
    followList: () => page(content.followed ?? []),
    userReputation: () => content.reputation ?? { communities: [], ...page([]) },
    commentList: ({ type }) =>
      page(type === 'user' ? comments.map((comment) => ({ ...comment, publisherId: user.id, post })) : comments),
    commentGet: ({ commentId }) => {
      const comment = all.find(({ id }) => id === commentId) ?? all[0]
      if (!comment) throw new StoaError('COMMENT_NOT_FOUND', { message: errors.COMMENT_NOT_FOUND.message })
      const parent = comments.find(({ id }) => id === comment.parentCommentId) ?? null
      const top = parent ?? comments.find(({ id }) => id === comment.id)
      return { comment, parent, around: page(comments), replies: top?.replies ?? page([]) }
    },
    commentDelete: ({ commentId, hidden, pending = false }) => {
      const comment = all.find(({ id }) => id === commentId)
      if (!comment) throw new StoaError('COMMENT_NOT_FOUND', { message: errors.COMMENT_NOT_FOUND.message })
      const restored = pending ? CommentStatus.pending : CommentStatus.published
      const status = hidden ? CommentStatus.hiddenByAdmin : restored
      return { comment: { ...comment, status } }
    },
    pictureCheck: ({ url }) => ({ url }),
    userEdit: ({
      profileName = user.profileName,
      profileTitle = user.profileTitle,
      profileAbout = user.profileAbout,
    }) => ({
      user: { ...user, profileName, profileTitle, profileAbout, displayName: profileName || user.username },
    }),
    userUsername: ({ username }) => ({ user: { ...user, username } }),
    ...messageResponses(content),
    ...notificationResponses(content),
    notificationSettingsGet: () => ({
      notificationSettings: {
        onSite: SWITCHES,
        email: { ...SWITCHES, digest: true },
        push: SWITCHES,
        quietHours: null,
      },
    }),
    notificationSettings: () => ({
      notificationSettings: {
        onSite: SWITCHES,
        email: { ...SWITCHES, digest: true },
        push: SWITCHES,
        quietHours: null,
      },
    }),
    accountSecurity: () => ({ account: { ...ACCOUNT, ...account } }),
    userDelete: ({ content = 'keep' }) => ({ receipt: { ...RECEIPT, content } }),
    totpBegin: () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Stoa:newt?secret=JBSWY3DPEHPK3PXP' }),
    totpConfirm: () => ({ recoveryCodes: RECOVERY_CODES }),
    recoveryCodesRenew: () => ({ recoveryCodes: RECOVERY_CODES }),
    passkeyDelete: ({ passkeyId }) => ({ passkeys: passkeys.filter(({ id }) => id !== passkeyId) }),
    passkeyEdit: ({ passkeyId, name }) => ({
      passkeys: passkeys.map((passkey) => (passkey.id === passkeyId ? { ...passkey, name } : passkey)),
    }),
    updateAuthProvider: ({ providerId }) => ({
      providers: providers.filter((provider) => provider.providerId !== providerId),
    }),
    userForwardProve: ({ login = '' }) => ({
      proof: 'p',
      account: { userId: user.id, username: login },
      expiresAt: EXAMPLE_NOW,
    }),
    userForward: () => ({ user, signedOut: false }),
    authReauthenticateOptions: () => ({ methods: ['password'] }),
    authReauthenticate: () => ({ until: EXAMPLE_NOW }),
    sessionList: () => ({ items: sessions }),
    apiKeyList: () => ({ items: [] }),
    authEmailLinkConfirm: () => signedIn,
    authPasswordReset: () => signedIn,
    userEmailConfirm: () => ({ email: 'newt@example.org', confirmed: true }),
  }
}

const RECEIPT = {
  userId: exampleMe().id,
  requestedAt: EXAMPLE_NOW,
  removed: { sessions: 2, memberships: 1, drafts: 3 },
  keptWithoutName: { posts: 4, comments: 12, reactions: 30, votes: 0 },
}

const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `k${index}w4-9x${index}m-2hqr`)

const ACCOUNT: CallOutput<'accountSecurity'>['account'] = {
  email: 'newt@example.org',
  pendingEmail: null,
  hasPassword: true,
  providers: [],
  passkeys: [],
  totp: false,
  recoveryCodesLeft: 0,
  mustHaveSecondFactor: false,
}

const HERE = {
  id: exampleId(1, 's'),
  device: 'Firefox on Linux',
  address: '192.0.2.0/24',
  site: null,
  method: 'password',
  createdAt: EXAMPLE_NOW,
  seenAt: EXAMPLE_NOW,
  current: true,
}

const SWITCHES = {
  reply: true,
  mention: true,
  newPost: true,
  communityPost: false,
  watched: true,
  reminder: true,
  message: true,
  follow: false,
  moderation: true,
  role: true,
  queue: true,
  overdue: true,
}

function page<Item>(items: readonly Item[]): Page<Item> {
  return { items: [...items], cursor: null, hasMore: false }
}
