import { type ApiCall, type CallOptions, type Session, StoaError, type StoaErrorCode } from '@stoa/client'
import { createFakeRealtime } from '@stoa/client/fixtures'
import {
  type CallInput,
  type CallName,
  type Comment,
  type EventName,
  type EventOf,
  errors,
  isHidden,
  type Me,
  normalizeText,
  type Page,
  type PostSummary,
  type ReactionName,
} from '@stoa/contract'
import {
  exampleComment,
  exampleCommunity,
  exampleId,
  exampleMe,
  examplePoll,
  exampleSummary,
} from '@stoa/contract/fixtures'

/** Outcome of one call. */
export interface Outcome {
  /** Milliseconds until the server handles it. */
  up: number
  /** Milliseconds until the response arrives. */
  down: number
  /** The server refuses with this code and changes nothing. */
  refuse?: StoaErrorCode
  /** The server does the work, but the response is lost. */
  isResponseLost?: boolean
}

const AT_ONCE: Outcome = { up: 0, down: 0 }
const ME = exampleId(1, 'u')

/** An in-memory server that behaves like the real one, for one community, its posts and their comments. */
export function createFakeServer() {
  const posts = new Map<string, PostSummary>()
  const comments = new Map<string, Comment>()
  /** Reaction by user and entity. */
  const reactions = new Map<string, ReactionName>()
  /** Vote by user and post. */
  const votes = new Map<string, number>()
  const responses = new Map<string, unknown>()
  const live = createFakeRealtime()
  let number = 100
  let members = 10

  const server = {
    now: 1_000,
    viewer: exampleMe({ id: ME }) as Me | null,
    /** Outcomes of the next calls; default: immediate success. */
    outcomes: [] as Outcome[],
    /** Calls in order. */
    calls: [] as { name: CallName; input: Record<string, unknown>; idempotencyKey: string | undefined }[],
    /** Delay of events in ms; null: nobody is subscribed. */
    eventDelay: null as null | (() => number),
    posts,
    comments,
    answers,
    reactions,
    votes,
    addPost,
    addComment,
    reactAs,
    voteAs,
    emit,
    call,
    session: {
      getAccessToken: async (): Promise<string | null> => (server.viewer ? 'token' : null),
    } as Partial<Session> as Session,
    realtime: live.realtime,
    get members() {
      return members
    },
    tellTime: live.tellTime,
    loseEvents: live.loseEvents,
  }

  function emit<Name extends EventName>(name: Name, payload: Omit<EventOf<Name>, 'id' | 'at'>): void {
    if (!server.eventDelay) return
    const event = structuredClone({ id: exampleId(++number, 'e'), at: server.now, ...payload }) as EventOf<Name>
    setTimeout(() => live.tell(name, event), server.eventDelay())
  }

  function addPost(values: Partial<PostSummary> = {}): PostSummary {
    const post = blankPost({ id: exampleId(++number, 'p'), ...values })
    posts.set(post.id, post)
    return post
  }

  function addComment(values: Partial<Comment> & { postId: string }, nonce?: string): Comment {
    const comment = exampleComment('wren', { id: exampleId(++number, 'c'), createdAt: ++server.now, ...values })
    comments.set(comment.id, comment)
    const post = postOf(comment.postId)
    post.numComments += 1
    post.activeAt = comment.createdAt
    const parent = comments.get(comment.parentCommentId ?? '')
    if (parent) parent.numComments += 1
    emit('comment.created', { postId: post.id, comment, numComments: post.numComments, ...(nonce && { nonce }) })
    return comment
  }

  function postOf(id: string): PostSummary {
    const post = posts.get(id)
    if (!post) throw refusal('POST_NOT_FOUND')
    return post
  }

  function commentOf(id: string): Comment {
    const comment = comments.get(id)
    if (!comment) throw refusal('COMMENT_NOT_FOUND')
    return comment
  }

  function reactAs(userId: string, { entityId, reactionName }: { entityId: string; reactionName: ReactionName | '' }) {
    const entity = posts.get(entityId) ?? commentOf(entityId)
    const key = `${userId} ${entityId}`
    const before = reactions.get(key)
    const counts = { ...entity.reactionsCount }
    if (before) counts[before] -= 1
    if (reactionName) counts[reactionName] += 1
    if (reactionName) reactions.set(key, reactionName)
    else reactions.delete(key)
    entity.reactionsCount = counts
    const entityType = posts.has(entityId) ? 'Post' : 'Comment'
    const postId = 'postId' in entity ? entity.postId : entity.id
    if (userId === server.viewer?.id) emit('viewer.reacted', { userId, postId, entityType, entityId, reactionName })
    emit('reaction.changed', { postId, entityType, entityId, reactionsCount: counts })
    return { entityId, entityType, reactionName, reactionsCount: counts }
  }

  function voteAs(userId: string, { postId, optionIndex }: { postId: string; optionIndex: number }) {
    const post = postOf(postId)
    const key = `${userId} ${postId}`
    const before = votes.get(key) ?? -1
    const step = (index: number) => Number(index === optionIndex) - Number(index === before)
    const pollValues = post.pollValues?.map((value, index) => ({ ...value, count: value.count + step(index) })) ?? null
    post.pollTotalVoters += Number(optionIndex >= 0) - Number(before >= 0)
    post.pollValues = pollValues
    if (optionIndex >= 0) votes.set(key, optionIndex)
    else votes.delete(key)
    if (userId === server.viewer?.id) emit('viewer.voted', { userId, postId, selectedOptionIndex: optionIndex })
    emit('poll.changed', { postId, pollValues, pollTotalVoters: post.pollTotalVoters })
    return { post: { ...post, postContent: '[]', revision: 0 }, selectedOptionIndex: optionIndex }
  }

  async function call(name: CallName, input: object, options: CallOptions = {}): Promise<unknown> {
    const fields = input as Record<string, unknown>
    server.calls.push({ name, input: structuredClone(fields), idempotencyKey: options.idempotencyKey })
    const fate = server.outcomes.shift() ?? AT_ONCE
    await sleep(fate.up)
    let work: () => unknown
    try {
      if (fate.refuse) throw refusal(fate.refuse)
      const isWrite = name !== 'me' && !/List|Get|viewerFacts/.test(name)
      if (isWrite && options.actorId && options.actorId !== server.viewer?.id) throw refusal('ACTOR_MISMATCH')
      const recorded = options.idempotencyKey && responses.get(options.idempotencyKey)
      const response = structuredClone(recorded ?? handle(name, fields))
      if (options.idempotencyKey) responses.set(options.idempotencyKey, response)
      work = () => response
    } catch (error) {
      work = () => {
        throw error
      }
    }
    await sleep(fate.down)
    if (fate.isResponseLost) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    return work()
  }

  const handlers: Partial<Record<CallName, (fields: Record<string, unknown>) => unknown>> = {
    me() {
      if (!server.viewer) throw refusal('AUTH_REQUIRED')
      return { user: server.viewer }
    },
    postGet: ({ idOrSlug }) => ({ post: { ...postOf(String(idOrSlug)), postContent: '[]', revision: 0 } }),
    postList: (fields) => page([...posts.values()].reverse(), fields),
    postReaction(fields) {
      const { entityId, article, reactionName } = fields as CallInput<'postReaction'>
      return reactAs(member().id, { entityId: entityId ?? articlePost(article?.url ?? '').id, reactionName })
    },
    postVote: ({ postId, selectedOptionIndex }) =>
      voteAs(member().id, { postId: String(postId), optionIndex: Number(selectedOptionIndex) }),
    communityJoin: (fields) => joinOrLeave(fields.join === true),
    commentCreate(fields) {
      const { postId, article, replyToCommentId, content, nonce } = fields as CallInput<'commentCreate'>
      const author = member()
      const answeredComment = replyToCommentId ? commentOf(replyToCommentId) : null
      const comment = addComment(
        {
          postId: postId ?? articlePost(article?.url ?? '').id,
          content: normalizeText(content),
          parentCommentId: answeredComment ? (answeredComment.parentCommentId ?? answeredComment.id) : null,
          replyToCommentId: replyToCommentId ?? null,
          publisherId: author.id,
          publisherName: author.username,
        },
        nonce,
      )
      return { commentId: comment.id, comment }
    },
    commentEdit({ commentId, content, editedAt }) {
      const comment = commentOf(String(commentId))
      if (editedAt !== undefined && editedAt !== comment.editedAt)
        throw refusal('EDIT_CONFLICT', { comment: { ...comment } })
      Object.assign(comment, { content: normalizeText(String(content)), editedAt: ++server.now })
      return commentChanged(comment)
    },
    commentDelete({ commentId, hidden }) {
      const comment = commentOf(String(commentId))
      const status = hidden ? 2 : 0
      postOf(comment.postId).numComments += Number(status === 0) - Number(comment.status === 0)
      comment.status = status
      return commentChanged(comment)
    },
    commentList: listComments,
    articleThread({ url, limit }) {
      const post = [...posts.values()].find(({ articleUrl }) => articleUrl === url) ?? null
      const none: Page<Comment> = { items: [], cursor: null, hasMore: false }
      const list = post ? listComments({ type: 'post', postId: post.id, limit }) : none
      const community = { tokenName: 'FORUM', title: 'Forum', urlSlug: 'forum', anonymousComments: true }
      if (post && isHidden(post.status))
        return { articleUrl: url, community, post: null, comments: none, isHidden: true }
      return { articleUrl: url, community, post, comments: list }
    },
    viewerFacts: factsOf,
  }

  /** Answers further calls, or answers some in another way. */
  function answers(more: typeof handlers): void {
    Object.assign(handlers, more)
  }

  function handle(name: CallName, fields: Record<string, unknown>): unknown {
    const handler = handlers[name]
    if (!handler) throw new TypeError(`The fake server does not know ${name}.`)
    return handler(fields)
  }

  function member(): Me {
    if (!server.viewer) throw refusal('AUTH_REQUIRED')
    if (!server.viewer.joinedCommunities.includes('FORUM')) throw refusal('JOIN_REQUIRED')
    return server.viewer
  }

  function joinOrLeave(isJoining: boolean) {
    if (!server.viewer) throw refusal('AUTH_REQUIRED')
    const isMember = server.viewer.joinedCommunities.includes('FORUM')
    members += Number(isJoining) - Number(isMember)
    const joinedCommunities = isJoining ? ['FORUM'] : []
    server.viewer = { ...server.viewer, joinedCommunities }
    return { community: exampleCommunity({ numberOfMembers: members }), joinedCommunities }
  }

  function articlePost(url: string): PostSummary {
    return (
      [...posts.values()].find(({ articleUrl }) => articleUrl === url) ??
      addPost({ articleUrl: url, kind: 'story', status: 7 })
    )
  }

  function commentChanged(comment: Comment) {
    emit('comment.updated', { postId: comment.postId, comment, numComments: postOf(comment.postId).numComments })
    return { comment }
  }

  function listComments(fields: Record<string, unknown>) {
    const all = [...comments.values()]
    if (fields.type === 'replies') {
      return page(
        all.filter(({ parentCommentId }) => parentCommentId === fields.parentCommentId),
        fields,
      )
    }
    const tops = all.filter((one) => one.postId === fields.postId && one.parentCommentId === null).reverse()
    const { items, ...rest } = page(tops, fields)
    const withReplies = items.map((item) => {
      const replies = page(
        all.filter(({ parentCommentId }) => parentCommentId === item.id),
        { limit: 5 },
      )
      return { ...item, replies }
    })
    return { items: withReplies, ...rest }
  }

  function factsOf(fields: Record<string, unknown>) {
    const viewer = server.viewer?.id
    const ids = [fields.postIds, fields.commentIds].flatMap((some) => (typeof some === 'string' ? some.split(',') : []))
    const mine = ids.flatMap((id) => {
      const reaction = reactions.get(`${viewer} ${id}`)
      return reaction ? [[id, reaction] as const] : []
    })
    const chosenPolls = ids.flatMap((id) => {
      const selectedOptionIndex = votes.get(`${viewer} ${id}`)
      if (selectedOptionIndex === undefined) return []
      const { pollValues, pollTotalVoters } = postOf(id)
      return [[id, { selectedOptionIndex, pollValues, pollTotalVoters }] as const]
    })
    return { reactions: Object.fromEntries(mine), votes: Object.fromEntries(chosenPolls), comments: [] }
  }

  return server as Omit<typeof server, 'call'> & { call: ApiCall }
}

/** The type of a fake server. */
export type FakeServer = ReturnType<typeof createFakeServer>

/** A post with a poll and no reactions or votes. */
function blankPost(values: Partial<PostSummary>): PostSummary {
  const poll = examplePoll([
    ['One', 0],
    ['Two', 0],
    ['Three', 0],
  ])
  const counts = { numComments: 0, totalViews: 0, reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 } }
  return exampleSummary({ createdAt: 1, activeAt: 1, ...counts, ...poll, ...values })
}

/**
 * One page of a list. Pages start after the item whose id is the cursor, so that nothing is skipped or repeated while
 * items arrive.
 */
function page<Item extends { id: string }>(all: Item[], fields: Record<string, unknown>): Page<Item> {
  const start = fields.cursor ? all.findIndex(({ id }) => id === fields.cursor) + 1 : 0
  const items = all.slice(start, start + Number(fields.limit ?? 20))
  const hasMore = start + items.length < all.length
  return { items, hasMore, cursor: hasMore ? (items.at(-1)?.id ?? null) : null }
}

/** Resolves after a delay, at once for 0. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => (ms === 0 ? resolve() : setTimeout(resolve, ms)))
}

/** The server's error with this code. */
export function refusal(code: StoaErrorCode, details?: StoaError['details']): StoaError {
  const message = code in errors ? errors[code as keyof typeof errors].message : 'Couldn’t reach the server.'
  return new StoaError(code, { message, details })
}
