import type { Comment, CommentWithReplies, Me } from '@stoa/contract'
import type { CommentActions, CommentDrafts, CommentLinks } from './thread-context.ts'

/** Made-up comments for stories and tests. */

/** The moment at which stories play. */
export const STORY_NOW = Date.UTC(2026, 4, 20, 12)

const MINUTE = 60_000
let lastId = 0

/** An id as the server makes them. */
function storyId(): string {
  lastId += 1
  return `c${String(lastId).padStart(19, '0')}`
}

const PEOPLE = {
  heron: { id: 'u0000000000000heron', name: 'Grey Heron', username: 'grey_heron' },
  otter: { id: 'u0000000000000otter', name: 'River Otter', username: 'river_otter' },
  wren: { id: 'u00000000000000wren', name: 'Winter Wren', username: 'winter_wren' },
  newt: { id: 'u00000000000000newt', name: 'Palmate Newt', username: 'newt' },
}

/** Somebody in the stories. */
export type StoryPerson = keyof typeof PEOPLE

/** One comment; whatever is not given is the plainest. */
export function storyComment(by: StoryPerson | '', over: Partial<Comment> = {}): Comment {
  const person = by ? PEOPLE[by] : null
  return {
    id: storyId(),
    postId: 'p0000000000000000001',
    tokenName: 'FORUM',
    parentCommentId: null,
    replyToCommentId: null,
    replyToPublisherName: null,
    publisherId: person ? person.id.padStart(20, '0') : '',
    publisherName: person?.username ?? 'anonymous',
    publisherProfileName: person?.name ?? '',
    publisherSlugUrl: person?.username ?? '',
    publisherImageUrl: '',
    content: 'A comment.',
    mentions: [],
    status: 0,
    hidden: null,
    createdAt: STORY_NOW - 35 * MINUTE,
    editedAt: null,
    numComments: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    moderationScore: null,
    ...over,
  }
}

/** A top-level comment with replies. */
export function storyBranch(comment: Comment, replies: Comment[] = [], hasMore = false): CommentWithReplies {
  const items = replies.map((reply) => ({
    ...reply,
    parentCommentId: comment.id,
    replyToCommentId: reply.replyToCommentId ?? comment.id,
  }))
  return {
    ...comment,
    numComments: Math.max(comment.numComments, items.filter((reply) => reply.status === 0).length),
    replies: { items, cursor: hasMore ? 'next' : null, hasMore },
  }
}

/** A conversation as it is on most days; the same ids each time. */
export function storyThread(): CommentWithReplies[] {
  const first = storyComment('heron', {
    id: 't0000000000000000001',
    content:
      'The footbridge has been closed since March, and nobody at the council can say why. I counted 212 people taking the long way round this morning.\n\nPhotographs: https://example.org/footbridge/2026.',
    createdAt: STORY_NOW - 26 * 60 * MINUTE,
    reactionsCount: { 'thumb-up': 48, 'thumb-down': 2 },
  })
  const answer = storyComment('otter', {
    id: 't0000000000000000002',
    content:
      '> nobody at the council can say why\nIt is in the minutes of 3 March: the northern abutment moved by 4 cm.',
    createdAt: STORY_NOW - 25 * 60 * MINUTE,
    reactionsCount: { 'thumb-up': 17, 'thumb-down': 0 },
  })
  return [
    storyBranch(
      first,
      [
        answer,
        storyComment('heron', {
          id: 't0000000000000000003',
          content: 'Thank you @river_otter, that is more than I got in three calls.',
          mentions: [{ userId: PEOPLE.otter.id.padStart(20, '0'), username: 'river_otter', slugUrl: 'river_otter' }],
          replyToCommentId: answer.id,
          replyToPublisherName: 'River Otter',
          createdAt: STORY_NOW - 24 * 60 * MINUTE,
          reactionsCount: { 'thumb-up': 5, 'thumb-down': 0 },
        }),
      ],
      true,
    ),
    storyBranch(
      storyComment('wren', {
        id: 't0000000000000000004',
        content: 'A ferry would cost less than the repair.',
        createdAt: STORY_NOW - 3 * 60 * MINUTE,
        editedAt: STORY_NOW - 2 * 60 * MINUTE,
        reactionsCount: { 'thumb-up': 9, 'thumb-down': 14 },
      }),
    ),
    storyBranch(
      storyComment('', {
        id: 't0000000000000000005',
        content: 'Does anybody know whether cyclists may use the railway bridge?',
      }),
    ),
  ]
}

/** A signed-in member of the community. */
export function storyViewer(over: Partial<Me> = {}): Me {
  return {
    id: PEOPLE.newt.id.padStart(20, '0'),
    username: PEOPLE.newt.username,
    displayName: PEOPLE.newt.name,
    slugUrl: PEOPLE.newt.username,
    profileName: PEOPLE.newt.name,
    profileTitle: '',
    profileAbout: '',
    profileImageUrl: '',
    createdAt: STORY_NOW - 400 * 24 * 60 * MINUTE,
    deleted: false,
    networkAdmin: false,
    domainAdmin: false,
    joinedCommunities: ['FORUM'],
    bannedCommunities: {},
    tokenOwner: [],
    tokenPermissions: {},
    enableSell: [],
    moderator: [],
    ForwardedFrom: [],
    site: null,
    ...over,
  }
}

/** Drafts in memory. */
export function storyDrafts(): CommentDrafts {
  const texts = new Map<string, string>()
  const listeners = new Set<() => void>()
  return {
    get: (key) => texts.get(key) ?? '',
    set(key, text) {
      texts.set(key, text)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Actions that succeed and keep drafts in memory. */
export function storyActions(over: Partial<CommentActions> = {}, drafts = storyDrafts()): CommentActions {
  const done = () => Promise.resolve()
  return {
    sort: () => {},
    reload: () => {},
    loadMore: () => {},
    loadReplies: () => {},
    showFresh: () => {},
    react: () => {},
    submit: done,
    edit: done,
    hide: done,
    hasDraft: (key) => drafts.get(key) !== '',
    drafts: () => Promise.resolve(drafts),
    ...over,
  }
}

/** Addresses of a made-up forum. */
export const storyLinks: CommentLinks = {
  author: (slugUrl) => `/author/${slugUrl}`,
  comment: (comment) => `/bbs/FORUM/community/footbridge/comment/${comment.id}`,
}
