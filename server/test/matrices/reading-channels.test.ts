import { type CallName, isWrite } from '@stoa/contract'
import { type PermissionRole, ROLES } from '@stoa/contract/fixtures'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { isAllowed, mayRead, type ReadingScene, SITE, startReadingScene, type Written } from './permission-reading.ts'

let scene: ReadingScene
/** Communities that a role's account has joined, by token name. */
const joined = new Map<PermissionRole, readonly string[]>()
beforeAll(async () => {
  scene = await startReadingScene()
  await scene.stoa.app.services.searchIndex.reindex()
  for (const role of ROLES) {
    if (role === 'visitor') continue
    const { token } = scene.people[role]
    await scene.stoa.call('userFollow', { followedUserId: scene.author.id, follow: true }, { token })
    const { user } = (await scene.stoa.call('me', {}, { token })).body.payload
    joined.set(role, user.joinedCommunities)
  }
})
afterAll(() => scene.stoa.close())

/** A list, and which items each reader finds in it. */
interface Channel {
  name: CallName
  words: string
  inputs(role: PermissionRole): object[]
  holds(thing: Written, role: PermissionRole): boolean
}

const isPost = ({ kind }: Written) => kind !== 'comment'
/** Whether a role may list pending content of a community. */
const decides = (name: 'postList' | 'commentList', role: PermissionRole, { community }: Written) =>
  isAllowed(role, { name, trial: 'pending', community })
/** Whether a post's moderators include the role, which may also be its author. */
const listsPending = (role: PermissionRole, thing: Written) =>
  decides('postList', role, thing) && mayRead(role, { ...thing, owner: null })
const everywhere = () => Object.values(scene.communities).map(({ tokenName }) => tokenName)
const STATE_OF = { scheduled: 8, draft: 9 }
const published = (more: (thing: Written) => boolean) => (thing: Written) =>
  isPost(thing) && thing.state === 0 && more(thing)
const ownPosts = (type: string, states: number[]): Channel => ({
  name: 'postList',
  words: type,
  inputs: () => [{ type }],
  holds: (thing, role) => isPost(thing) && thing.owner === role && states.includes(thing.state),
})
const postsOf = (type: string, holds: Channel['holds']): Channel => ({
  name: 'postList',
  words: type,
  inputs: () => everywhere().map((tokenName) => ({ type, tokenName })),
  holds,
})
const isJoined = (role: PermissionRole, { community }: Written) =>
  joined.get(role)?.includes(scene.communities[community].tokenName) ?? false
/** Everybody follows the author. */
const isFollowed = (role: PermissionRole, { owner }: Written) => owner === null && role !== 'visitor'
/** People whose lists are read. */
const LISTED: readonly Written['owner'][] = [null, 'member', 'banned', 'networkAdmin']
const ofAuthors = () =>
  LISTED.map((owner) => ({ type: 'user', userId: owner === null ? scene.author.id : scene.people[owner].id }))

/** Search finds what is listed: also what moderators decide, never what is unlisted, planned or withdrawn. */
const isFound = (role: PermissionRole, thing: Written) => {
  const { state, under } = thing
  const isShown = (status: number) => status === 0 || [1, 3, 4, 5, 6].includes(status)
  if (!isShown(state) || (under && !isShown(under.state))) return false
  // Authors find their own texts once others do.
  return mayRead(role, { ...thing, owner: null })
}

/** Every list that may show posts or comments. */
const channels: Channel[] = [
  postsOf(
    'all',
    published(() => true),
  ),
  {
    name: 'postList',
    words: 'popular',
    inputs: () => [{ type: 'all' }, { type: 'all', sort: 'top', since: 'week' }],
    holds: published(() => true),
  },
  ...(['home', 'joined', 'followed'] as const).map(
    (type): Channel => ({
      name: 'postList',
      words: type,
      inputs: (role) => (role === 'visitor' ? [] : [{ type }, { type, sort: 'new' }]),
      holds: (thing, role) =>
        isPost(thing) &&
        thing.state === 0 &&
        ((type !== 'followed' && isJoined(role, thing)) || (type !== 'joined' && isFollowed(role, thing))),
    }),
  ),
  postsOf(
    'community',
    published(({ kind }) => kind === 'post'),
  ),
  postsOf(
    'partner',
    published(({ kind }) => kind === 'story'),
  ),
  postsOf(
    'pinned',
    published(() => true),
  ),
  postsOf(
    'recommended',
    published(() => true),
  ),
  postsOf('pending', (thing, role) => {
    return isPost(thing) && thing.state === 5 && listsPending(role, thing)
  }),
  ...(['scheduled', 'draft'] as const).map((type) =>
    postsOf(type, (thing, role) => {
      // Nobody lists others' drafts.
      const isListed = type !== 'draft' || thing.owner === role
      return isPost(thing) && thing.state === STATE_OF[type] && listsPending(role, thing) && isListed
    }),
  ),
  {
    name: 'postList',
    words: 'user',
    inputs: ofAuthors,
    holds: published(({ owner }) => LISTED.includes(owner)),
  },
  ...Array.from({ length: 10 }, (_, status): Channel[] => [
    {
      name: 'responseList',
      words: `in a community, ${status}`,
      inputs: () => everywhere().map((tokenName) => ({ tokenName, status })),
      holds: (thing, role) =>
        isPost(thing) &&
        thing.state === status &&
        // Unlisted ones are listed like pending ones; drafts and what authors hid for their author only.
        (status === 0 || (![2, 9].includes(status) && listsPending(role, { ...thing, state: 5 }))),
    },
    {
      name: 'responseList',
      words: `of one’s own, ${status}`,
      inputs: (role) => (role === 'visitor' ? [] : [{ userId: scene.people[role].id, status }]),
      holds: (thing, role) => isPost(thing) && thing.state === status && thing.owner === role,
    },
  ]).flat(),
  ownPosts('userDraft', [9]),
  ownPosts('userPending', [5, 6]),
  ownPosts('userScheduled', [8]),
  ownPosts('userDeleted', [1, 2, 3, 4]),
  {
    name: 'commentList',
    words: 'user',
    inputs: ofAuthors,
    holds: (thing) => !isPost(thing) && thing.state === 0 && LISTED.includes(thing.owner),
  },
  {
    name: 'commentList',
    words: 'pending',
    inputs: () => everywhere().map((tokenName) => ({ type: 'pending', tokenName })),
    holds: (thing, role) => !isPost(thing) && thing.state === 5 && decides('commentList', role, thing),
  },
  {
    name: 'searchPosts',
    words: 'of the whole forum',
    inputs: () => [{ query: 'post', sort: 'new', limit: 500 }],
    holds: (thing, role) => isPost(thing) && isFound(role, thing),
  },
  {
    name: 'searchPosts',
    words: 'by relevance, in a community',
    inputs: () => everywhere().map((tokenName) => ({ query: 'post', tokenName, limit: 500 })),
    holds: (thing, role) => isPost(thing) && isFound(role, thing),
  },
  {
    name: 'searchComments',
    words: 'of the whole forum',
    inputs: () => [{ query: 'said', sort: 'new', limit: 500 }],
    holds: (thing, role) => !isPost(thing) && isFound(role, thing),
  },
  {
    name: 'viewerFacts',
    words: 'of comments',
    inputs: () =>
      inParts(scene.items.filter((thing) => !isPost(thing))).map((part) => ({
        commentIds: part.map(({ commentId }) => commentId).join(','),
      })),
    // Public data isn't a viewer fact.
    holds: (thing) => !isPost(thing) && thing.state !== 0,
  },
]

/** Calls that are tested elsewhere with the same table, by id, or that show nobody's content. */
const ONE_BY_ONE: Partial<Record<CallName, string>> = {
  postGet: 'permissions.test.ts',
  postThread: 'permissions.test.ts',
  postRevisionGet: 'permissions.test.ts',
  commentGet: 'permissions.test.ts',
  articleThread: 'below, by articles',
  articlePost: 'articles/site-moderation.test.ts',
  articleFragment: 'below, by articles',
  articleFragments: 'below, by articles',
  notificationList: 'notifications/visibility.test.ts',
  savedList: 'marks/saves.test.ts',
  hiddenForMeList: 'marks/personal-hides.test.ts',
  userExportDownload: 'the caller’s own, by a link that is good once',
}

function inParts(things: Written[]): Written[][] {
  return Array.from({ length: Math.ceil(things.length / 50) }, (_, part) => things.slice(part * 50, part * 50 + 50))
}

interface Node {
  properties?: Record<string, Node>
  [key: string]: unknown
}
/** Whether a response may contain the text of a post or comment. */
function mayShow(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const names = Object.keys((node as Node).properties ?? {})
  return names.some((name) => /^(postContent|excerpt|content)$/.test(name)) || Object.values(node).some(mayShow)
}

test('every call that may show a post or comment is tested here', () => {
  const showing = (Object.keys(calls) as CallName[]).filter((name) => {
    if (isWrite(calls[name])) return false
    const output = z.toJSONSchema(calls[name].output, { io: 'output', unrepresentable: 'any' })
    return 'responseFormat' in calls[name]
      ? calls[name].access !== 'public' || output.type !== undefined
      : mayShow(output)
  })
  const coveredCalls = [
    ...channels.map(({ name }) => name as string),
    ...Object.keys(ONE_BY_ONE),
    ...NO_CONTENT,
    ...TRIED_ELSEWHERE,
  ]
  expect(showing.filter((name) => !coveredCalls.includes(name))).toEqual([])
})
/**
 * `reputation.test.ts` tests the sources of reputation, `reports.test.ts` and `queue.test.ts` reports and the queue,
 * `responses.test.ts` responses, `checks.test.ts` trials of lists, `pages.test.ts` static pages, which have no community.
 */
const TRIED_ELSEWHERE: string[] = [
  'userReputation',
  'reportGet',
  'reportList',
  'superCommentList',
  'queueList',
  'queueDecided',
  'decisionList',
  'checkRulesTest',
  'pageShow',
  'pageGet',
]
/** These redirect to a provider instead of returning JSON. */
const NO_CONTENT: string[] = ['authProviderStart', 'authProviderCallback']

/** The items a channel shows a role; refused lists show none. */
async function shownBy({ name, inputs }: Channel, role: PermissionRole, token: string): Promise<Set<string>> {
  const site: Record<string, string> = token === scene.siteTokens.get(role) ? { origin: SITE } : {}
  const texts: string[] = []
  for (const input of inputs(role)) {
    const limited = name === 'viewerFacts' ? input : { limit: 100, ...input }
    let cursor: string | null = null
    do {
      const asked = { ...limited, ...(cursor && { cursor }) } as never
      const { body } = await scene.stoa.call(name, asked, { headers: site, ...(token ? { token } : {}) })
      const text = JSON.stringify(body)
      texts.push(...(text.match(/A post \w{20}|Said in \w{20}/g) ?? []))
      // Pages of searches may end early.
      cursor = name.startsWith('search')
        ? ((body.payload as { cursor?: string | null } | undefined)?.cursor ?? null)
        : null
      if (cursor === null) expect(text).not.toContain('"hasMore":true')
    } while (cursor !== null)
  }
  return new Set(texts)
}

const wordsOf = (things: Written[]) =>
  things.map(
    ({ kind, state, community, owner, under }) =>
      `${owner ?? 'author'}’s ${kind}, ${state}, ${community}, under ${under?.state}`,
  )

describe.each(channels)('$name $words', (channel) => {
  test('shows each role what the table allows, and nothing else', async () => {
    const wrong: unknown[] = []
    for (const role of ROLES) {
      for (const token of [
        scene.people[role].token,
        ...('site' in calls[channel.name] ? [scene.siteTokens.get(role) ?? ''] : []),
      ]) {
        const texts = await shownBy(channel, role, token)
        const isOnSite = token !== scene.people[role].token
        const due = (thing: Written) =>
          channel.holds(thing, role) &&
          role !== never(channel) &&
          (isOnSite ? onSite(channel, role, thing) : mayRead(role, thing))
        // Lists of posts include some of their comments, and lists of comments the titles of their posts.
        const isBeside = (thing: Written) =>
          (isPost(thing) ? ['commentList', 'searchComments'] : ['postList']).includes(channel.name) &&
          mayRead(role, thing)
        const tooMuch = scene.items.filter((thing) => texts.has(thing.words) && !due(thing) && !isBeside(thing))
        const tooLittle = scene.items.filter((thing) => !texts.has(thing.words) && due(thing))
        if (tooMuch.length + tooLittle.length > 0)
          wrong.push({ role, tooMuch: wordsOf(tooMuch), tooLittle: wordsOf(tooLittle) })
      }
    }
    expect(wrong).toEqual([])
  })
})
/** On partners' sites, everyone sees what members see of the forum's content, even moderators. */
function onSite({ words }: Channel, role: PermissionRole, thing: Written): boolean {
  const owner = thing.owner === role ? 'member' : null
  return words !== 'pending' && mayRead(role, thing) && mayRead('member', { ...thing, owner })
}

/** Only signed-in people have viewer facts. */
const never = ({ name }: Channel): PermissionRole | null => (name === 'viewerFacts' ? 'visitor' : null)

test('pages and fragments contain only what visitors may read', async () => {
  const { app } = scene.stoa
  const texts = new Set<string>()
  const collect = (value: unknown) => {
    for (const words of JSON.stringify(value).match(/A post \w{20}|Said in \w{20}/g) ?? []) texts.add(words)
  }
  const local = async (name: 'postList' | 'commentList' | 'postGet' | 'commentGet', input: object) =>
    collect(await app.callLocally(name, input as never).catch(() => null))
  for (const channel of channels) {
    if (channel.name === 'postList' || channel.name === 'commentList')
      for (const input of channel.inputs('visitor')) await local(channel.name, { ...input, limit: 100 })
  }
  for (const { postId, commentId } of scene.items) {
    if (commentId === '') await local('postGet', { idOrSlug: postId })
    else await local('commentGet', { commentId })
    await local('commentList', { type: 'post', postId })
  }
  const wrong = scene.items.filter((thing) => texts.has(thing.words) !== mayRead('visitor', thing))
  expect(wordsOf(wrong)).toEqual([])
})

test.each(Array.from({ length: 10 }, (_, state) => state))(
  'for an article whose post is in state %i, embed and fragments show what visitors may read',
  async (state) => {
    const { stoa, people: roles, communities } = scene
    const { tokenName: community } = communities.same
    const url = `${SITE}/in-state-${state}`
    const token = roles.member.token
    const article = { url }
    const response = await stoa.call(
      'commentCreate',
      { tokenName: community, article, content: 'Of an article' },
      { token },
    )
    const { postId } = response.body.payload.comment
    await stoa.database.transaction(({ connection }) =>
      connection('posts').where({ id: postId }).update({ status: state }),
    )
    stoa.clock.advance(2000)
    const about = { kind: 'story', state, community: 'same', owner: null, under: null } as const
    const isSeen = mayRead('visitor', { ...about, postId, commentId: '', words: '' })
    const origin = { headers: { origin: SITE } }
    const { payload } = (await stoa.call('articleThread', { community, url }, origin)).body
    expect([payload.post !== null, payload.comments.items.length]).toEqual([isSeen, isSeen ? 1 : 0])
    const fragment = await fetch(`${stoa.url}/api/articles/fragment?${new URLSearchParams({ community, url })}`, origin)
    expect([fragment.status, (await fragment.text()).includes('Of an article')]).toEqual([200, isSeen])
    for (const part of ['comments', 'reactions', 'poll']) {
      const articles = JSON.stringify([{ part, url }])
      const { fragments } = (await stoa.call('articleFragments', { community, articles }, origin)).body.payload
      const text = JSON.stringify(fragments)
      expect([part, text.includes('Of an article')]).toEqual([part, isSeen && part === 'comments'])
      expect([part, text.includes(postId)]).toEqual([part, isSeen])
    }
    const counts = (await stoa.call('articleCounts', { community, articles: [{ url }] }, origin)).body.payload
    expect(counts).toEqual({ counts: [isSeen ? 1 : 0], postIds: [isSeen ? postId : null] })
  },
)
