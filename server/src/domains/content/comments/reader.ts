import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  COMMENTS_FIRST_PAGE_SIZE,
  type Comment,
  type CommentFacts,
  type CommentSort,
  type CommentWithReplies,
  canListPendingComments,
  canSeePost,
  PAGE_SIZE,
  type Page,
  REPLIES_FIRST_PAGE_SIZE,
  type Viewer,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Cut, cut, endOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { PostRowFacts, PostService } from '../posts/index.ts'
import { type CommentPosition, commentListRepository, positionOf } from './list-repository.ts'
import { type CommentContext, createContextLoader, NO_REPLIES, seesMore } from './presenter.ts'
import { type CommentRow, commentRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'cursors'> {
  accounts: AccountService
  communities: CommunityService
  memberships: Pick<MembershipService, 'rolesAmong'>
  posts: PostService
}

type ListInput = CallParsedInput<'commentList'>
type ListOutput = CallOutput<'commentList'>

/** Maximum number of a person's unlisted comments on a page. */
const OWN_UNLISTED_MAX = 50

/** Replies shown before a linked one. */
const REPLIES_BEFORE_MAX = 500

const lists = {
  post: (postId: string, sort: CommentSort) => `comments:post:${postId}:${sort}`,
  replies: (parentId: string) => `comments:replies:${parentId}`,
  user: (userId: string, communityId: string | null) =>
    `comments:user:${userId}${communityId ? ` ${communityId}` : ''}`,
  pending: (communityId: string) => `comments:pending:${communityId}`,
}

/** Reads comments. A page is one index range and a constant number of queries. */
export function createCommentReader(dependencies: Dependencies) {
  const { database, cursors, accounts, communities, posts } = dependencies
  const loadContext = createContextLoader(dependencies)
  const read = (tx?: Transaction) => commentRepository(database.from(tx))
  const pages = () => commentListRepository(database.read)

  function endOfPage(list: string, sort: CommentSort, page: Cut<CommentRow>) {
    return endOf(page, { cursors, list, positionOf: (row) => positionOf(row, sort) })
  }

  function request(list: string, { cursor, limit = PAGE_SIZE }: Pick<ListInput, 'cursor' | 'limit'>) {
    const after: CommentPosition | null = cursor ? cursors.decode(list, cursor) : null
    return { after, limit: limit + 1 }
  }

  /** A page of top-level comments with their first replies. */
  async function threads(list: string, sort: CommentSort, page: Cut<CommentRow>): Promise<Page<CommentWithReplies>> {
    const replies = await pages().firstReplies(page.rows)
    const around = await loadContext([...page.rows, ...replies])
    return { items: page.rows.map((row) => withReplies(row, replies, around)), ...endOfPage(list, sort, page) }
  }

  function withReplies(row: CommentRow, all: CommentRow[], { show }: CommentContext): CommentWithReplies {
    const rows = all.filter((reply) => reply.parent_id === row.id)
    const hasMore = row.num_replies > rows.length
    return {
      ...show(row),
      replies: {
        items: rows.map((reply) => show(reply)),
        ...endOfPage(lists.replies(row.id), 'old', { rows, hasMore }),
      },
    }
  }

  /** A page of a flat list. */
  async function flat(
    list: string,
    sort: CommentSort,
    about: { page: Cut<CommentRow>; viewer?: Viewer },
  ): Promise<ListOutput> {
    const { rows } = about.page
    const { show } = await loadContext(rows)
    const items = rows.map((row) => ({ ...show(row, about.viewer), replies: NO_REPLIES }))
    return { items, ...endOfPage(list, sort, about.page) }
  }

  /**
   * The comment and its parent if the viewer may see both, with the viewer's permissions. Otherwise throws like for a
   * missing comment.
   */
  async function visible(
    viewer: Viewer,
    { commentId, onlyCommunity }: { commentId: string; onlyCommunity: string | null },
  ): Promise<{ row: CommentRow; top: CommentRow; reader: Viewer }> {
    const row = await read().byId(commentId)
    const post = row && (await posts.factsById([row.post_id], onlyCommunity)).get(row.post_id)
    const reader = row ? (await posts.viewersOf(viewer, [row.post_id]))(row.post_id) : null
    const isSeen =
      row && post && canSeePost(reader, post).allowed && (row.is_listed || seesMore(row, post.tokenName, reader))
    const top = isSeen && row.parent_id !== '' ? await read().byId(row.parent_id) : row
    if (!isSeen || !top) throw new DomainError('COMMENT_NOT_FOUND')
    return { row, top, reader }
  }

  async function listPost(
    viewer: Viewer,
    input: ListInput & { postId: string },
    onlyCommunity: string | null,
  ): Promise<ListOutput> {
    const { postId, sort = 'top', limit = PAGE_SIZE } = input
    const list = lists.post(postId, sort)
    const after = request(list, { ...input, limit })
    const [post, rows] = await Promise.all([posts.facts(postId, onlyCommunity), pages().ofPost(postId, sort, after)])
    assertAllowed(canSeePost((await posts.viewersOf(viewer, [postId]))(postId), post))
    return threads(list, sort, cut(rows, limit))
  }

  async function listReplies(
    viewer: Viewer,
    input: ListInput & { parentCommentId: string },
    onlyCommunity: string | null,
  ): Promise<ListOutput> {
    const { row: parent } = await visible(viewer, { commentId: input.parentCommentId, onlyCommunity })
    const list = lists.replies(parent.id)
    const rows = await pages().replies(parent, request(list, input))
    return flat(list, 'old', { page: cut(rows, input.limit ?? PAGE_SIZE) })
  }

  async function listUser(
    viewer: Viewer,
    input: ListInput & { userId: string },
    onlyCommunity: string | null,
  ): Promise<ListOutput> {
    const { userId, limit = PAGE_SIZE } = input
    const { id } = await accounts.get(userId)
    const userIds = await accounts.accountsOf(id)
    const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity)
    const list = lists.user(userId, communityId)
    const page = cut(await pages().ofPublishers({ userIds, communityId }, request(list, input)), limit)
    return underReadable(viewer, await flat(list, 'new', { page }))
  }

  /**
   * Adds the posts of the comments on a page. Comments of posts the viewer can't see are left out; the cursor still
   * moves past them.
   */
  async function underReadable(viewer: Viewer, page: ListOutput): Promise<ListOutput> {
    const postIds = page.items.map((item) => item.postId)
    const [facts, readerOf] = await Promise.all([posts.factsById(postIds), posts.viewersOf(viewer, postIds)])
    const items = page.items.flatMap((item) => {
      const post = facts.get(item.postId)
      if (!post || !canSeePost(readerOf(item.postId), post).allowed) return []
      const { title, slug: slugUrl, kind, communitySlug } = post
      return { ...item, post: { title, slugUrl, kind, ...(communitySlug === undefined ? {} : { communitySlug }) } }
    })
    return { ...page, items }
  }

  async function listPending(viewer: Viewer, input: ListInput & { tokenName: string }): Promise<ListOutput> {
    if (viewer && viewer.site !== null) throw new DomainError('SITE_BOUND')
    const community = await communities.require(input.tokenName)
    assertAllowed(canListPendingComments(viewer, community.tokenName))
    const list = lists.pending(community.id)
    const rows = await pages().pending(community.id, request(list, input))
    const page = await flat(list, 'old', { page: cut(rows, input.limit ?? PAGE_SIZE), viewer })
    const { items, ...rest } = await underReadable(viewer, page)
    const profiles = await accounts.profilesById(items.flatMap(({ publisherId }) => publisherId || []))
    const sinceOf = ({ publisherId }: Comment) => {
      const since = profiles.get(publisherId)?.createdAt
      return since === undefined ? {} : { publisherSince: since }
    }
    return { ...rest, items: items.map((item) => ({ ...item, ...sinceOf(item) })) }
  }

  return {
    /**
     * A page of one of the lists of comments. `onlyCommunity`: the token name of the only community of this domain; null for
     * all.
     */
    async list(viewer: Viewer, input: ListInput, onlyCommunity: string | null = null): Promise<ListOutput> {
      switch (input.type) {
        case 'post':
          return listPost(viewer, withField(input, 'postId'), onlyCommunity)
        case 'replies':
          return listReplies(viewer, withField(input, 'parentCommentId'), onlyCommunity)
        case 'user':
          return listUser(viewer, withField(input, 'userId'), onlyCommunity)
        case 'pending':
          return listPending(viewer, withField(input, 'tokenName'))
      }
    },
    /** The public view of the first page under a public post. */
    async firstPage(about: {
      postId: string
      sort?: CommentSort | undefined
      limit?: number | undefined
    }): Promise<Page<CommentWithReplies>> {
      const { postId, sort = 'top', limit = COMMENTS_FIRST_PAGE_SIZE } = about
      const list = lists.post(postId, sort)
      const rows = await pages().ofPost(postId, sort, { after: null, limit: limit + 1 })
      return threads(list, sort, cut(rows, limit))
    },
    /** A permalink: the comment, the page of the thread that starts with it, and the replies up to it. */
    async get(
      viewer: Viewer,
      { commentId, sort = 'top' }: CallParsedInput<'commentGet'>,
      onlyCommunity: string | null = null,
    ): Promise<CallOutput<'commentGet'>> {
      const { row, top, reader } = await visible(viewer, { commentId, onlyCommunity })
      const list = lists.post(row.post_id, sort)
      const from = { after: positionOf(top, sort), inclusive: true, limit: COMMENTS_FIRST_PAGE_SIZE + 1 }
      const around = await pages().ofPost(row.post_id, sort, from)
      const replies = row === top ? await firstReplies(top) : await repliesUpTo(top, row)
      const [threadsAround, { show }] = await Promise.all([
        threads(list, sort, cut(around, COMMENTS_FIRST_PAGE_SIZE)),
        loadContext([row, top, ...replies.rows]),
      ])
      return {
        comment: show(row, reader),
        parent: row === top ? null : show(top, reader),
        around: threadsAround,
        replies: {
          items: replies.rows.map((reply) => show(reply, reader)),
          ...endOfPage(lists.replies(top.id), 'old', replies),
        },
      }
    },
    /** Facts of a comment in any status and of its post, for permission rules; throws COMMENT_NOT_FOUND. */
    async facts(
      commentId: string,
      onlyCommunity: string | null = null,
      tx?: Transaction,
    ): Promise<{ post: PostRowFacts; comment: CommentFacts }> {
      const row = await read(tx).byId(commentId)
      const post = row && (await posts.factsById([row.post_id], onlyCommunity, tx)).get(row.post_id)
      if (!row || !post) throw new DomainError('COMMENT_NOT_FOUND')
      return { post, comment: { tokenName: post.tokenName, publisherId: row.publisher_id, status: row.status } }
    },
    /** Post ids by comment id; unknown comments are left out. */
    postsOf: (commentIds: string[], tx?: Transaction): Promise<Map<string, string>> => read(tx).postsOf(commentIds),
    /**
     * Comments of which the viewer may see more than the public: among some ids, and the viewer's own unlisted ones
     * under some posts.
     */
    async beyondPublic(viewer: Viewer, about: { postIds: string[]; commentIds: string[] }): Promise<Comment[]> {
      if (!viewer) throw new DomainError('AUTH_REQUIRED')
      const [requestedRows, ownRows] = await Promise.all([
        read().byIds(about.commentIds),
        pages().unlistedOf(accountIdsOf(viewer), about.postIds, OWN_UNLISTED_MAX),
      ])
      const rows = [...new Map([...requestedRows, ...ownRows].map((row) => [row.id, row])).values()]
      if (rows.length === 0) return []
      const [{ show, tokenNameOf }, readerOf] = await Promise.all([
        loadContext(rows),
        posts.viewersOf(
          viewer,
          rows.map((row) => row.post_id),
        ),
      ])
      return rows.flatMap((row) => {
        const reader = readerOf(row.post_id)
        return seesMore(row, tokenNameOf(row), reader) ? [show(row, reader)] : []
      })
    },
  }

  async function firstReplies(top: CommentRow): Promise<Cut<CommentRow>> {
    return cut(await pages().replies(top, { after: null, limit: REPLIES_FIRST_PAGE_SIZE + 1 }), REPLIES_FIRST_PAGE_SIZE)
  }

  /** From the first reply to the linked one. If there are too many, only the nearest, so that a link opens fast. */
  async function repliesUpTo(top: CommentRow, row: CommentRow): Promise<Cut<CommentRow>> {
    const position = positionOf(row, 'old')
    const [before, after] = await Promise.all([
      pages().repliesUpTo(top, position, REPLIES_BEFORE_MAX),
      pages().replies(top, { after: position, limit: 1 }),
    ])
    return { rows: before.reverse(), hasMore: after.length > 0 }
  }
}

/** Throws unless the input has a field that this type of list requires. */
function withField<Field extends keyof ListInput>(
  input: ListInput,
  field: Field,
): ListInput & Record<Field, NonNullable<ListInput[Field]>> {
  if (input[field] === undefined)
    throw new DomainError('VALIDATION_FAILED', [{ field, message: `Required for the list type ${input.type}.` }])
  return input as ListInput & Record<Field, NonNullable<ListInput[Field]>>
}
