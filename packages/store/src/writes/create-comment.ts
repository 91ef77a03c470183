import { errorCode, randomId } from '@stoa/client'
import { type Comment, CommentStatus, normalizeText } from '@stoa/contract'
import { createDrafts, type TakenDraft } from '../drafts.ts'
import { queryOf } from '../list-names.ts'
import { type ListQuery, postComments, repliesOf } from '../list-query.ts'
import { addLocal } from '../lists.ts'
import type { Stoa } from '../stoa.ts'
import { targetOf, threadGotPost } from './thread-target.ts'
import { createUnsent } from './unsent.ts'
import { withIntent } from './with-intent.ts'

/** A comment that somebody wants to post. */
export interface NewComment {
  /** The post's id, or the key of a thread without a post yet. */
  postId: string
  /** The comment or reply that is answered. Default: none, a top-level comment. */
  replyToCommentId?: string
  content: string
  /** The draft that the text comes from: emptied now, filled again when sending fails. Default: none. */
  draftKey?: string
  /** Without an account, by proof of work. Default false. */
  anonymous?: boolean
}

/** Posts a comment or reply. It shows at once; a refusal takes it away again and puts the text back into its draft. */
export function createComment(stoa: Stoa, wish: NewComment): Promise<Comment> {
  const run = () => post(stoa, wish)
  if (wish.anonymous) return run()
  const { posts, threads } = stoa.state.getState()
  const tokenName = posts[wish.postId]?.tokenName ?? threads[wish.postId]?.community.tokenName ?? ''
  return withIntent(stoa, { action: 'comment', tokenName, again: { action: 'createComment', change: wish }, run })
}

async function post(stoa: Stoa, wish: NewComment): Promise<Comment> {
  const { content, draftKey, replyToCommentId } = wish
  const { id: postId, article } = targetOf(stoa, wish.postId)
  const draft: TakenDraft | null = draftKey === undefined ? null : stoa.part(createDrafts).take(draftKey, content)
  const unsent = stoa.part(createUnsent)
  const shown = temporaryComment(stoa, { ...wish, postId })
  show(stoa, shown)
  unsent.add(shown)
  try {
    const { comment } = await stoa.client.call(
      wish.anonymous ? 'commentAnonymous' : 'commentCreate',
      {
        content,
        ...(replyToCommentId ? { replyToCommentId } : {}),
        ...(article ?? { postId, tokenName: shown.tokenName }),
      },
      draft ? { idempotencyKey: draft.idempotencyKey } : {},
    )
    unsent.settle(shown.id, comment)
    if (article) threadGotPost(stoa, { key: postId, postId: comment.postId })
    // Lists that were opened meanwhile do not have it yet.
    show(stoa, comment)
    draft?.sent()
    return comment
  } catch (error) {
    const code = errorCode(error)
    const refused = code !== 'NETWORK' && code !== 'ABORTED' && code !== 'INTERNAL'
    const arrived = unsent.fail(shown.id, { refused })
    if (!arrived) {
      draft?.putBack({ refused })
      throw error
    }
    draft?.sent()
    return arrived
  }
}

function temporaryComment(stoa: Stoa, { postId, replyToCommentId, content, anonymous }: NewComment): Comment {
  const { comments, posts, viewer } = stoa.state.getState()
  const me = anonymous ? null : viewer
  const answered = replyToCommentId === undefined ? undefined : comments[replyToCommentId]
  return {
    id: `temp:${randomId()}`,
    postId,
    tokenName: posts[postId]?.tokenName ?? '',
    parentCommentId: replyToCommentId === undefined ? null : (answered?.parentCommentId ?? replyToCommentId),
    replyToCommentId: replyToCommentId ?? null,
    replyToPublisherName: answered?.parentCommentId ? answered.publisherProfileName || answered.publisherName : null,
    publisherId: me?.id ?? '',
    publisherName: me?.username ?? 'anonymous',
    publisherProfileName: me?.displayName ?? '',
    publisherSlugUrl: me?.slugUrl ?? '',
    publisherImageUrl: me?.profileImageUrl ?? '',
    content: normalizeText(content),
    mentions: [],
    status: CommentStatus.published,
    hidden: null,
    createdAt: stoa.clock(),
    editedAt: null,
    numComments: 0,
    reactionsCount: { 'thumb-up': 0, 'thumb-down': 0 },
    moderationScore: null,
  }
}

/** Puts an own comment where its author looks for it: atop every list of the post that is open, or after the replies. */
function show(stoa: Stoa, comment: Comment): void {
  stoa.state.setState(({ comments }) => ({ comments: { ...comments, [comment.id]: comment } }))
  if (comment.parentCommentId !== null) {
    addLocal(stoa, repliesOf(comment.parentCommentId), [comment.id])
    return
  }
  const open = Object.keys(stoa.state.getState().lists).map(queryOf).filter(isListOf(comment.postId))
  for (const query of open.length > 0 ? open : [postComments(comment.postId)]) addLocal(stoa, query, [comment.id])
}

function isListOf(postId: string): (query: ListQuery) => boolean {
  return ({ call, params }) => call === 'commentList' && params.type === 'post' && params.postId === postId
}
