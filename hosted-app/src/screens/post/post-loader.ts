import {
  COMMENTS_FIRST_PAGE_SIZE,
  type CommentSort,
  commentPath,
  discussionForumPosting,
  isId,
  PostStatus,
  postPath,
  previewImage,
  previewPath,
  type ShownComment,
} from '@stoa/contract'
import {
  type CommentContext,
  type ListQuery,
  listOf,
  loadComment,
  loadCommunity,
  loadPost,
  postComments,
  repliesOf,
  type Stoa,
  startingAfter,
} from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown, orFromTheStart, readGrowth } from '../../list-length.ts'
import { readCommentSort } from '../../paths.ts'
import { prepareContent } from '../../prepare-content.ts'
import { type LoaderArguments, loadScreenList, notFound, orNotFound, type ScreenData } from '../../screen-data.ts'
import { sideOfPost } from '../../side/side.tsx'

export interface PostData extends ScreenData {
  postId: string
  sort: CommentSort
  /** The linked comment, at a comment's own address. */
  commentId: string | null
  list: ListQuery
  /** Cursor of the list, or of the linked comment's replies, if they begin in the middle. */
  after: string | null
}

/**
 * Loads a post with its first comments by any of its addresses: id or slug, with or without topic, section and comment.
 * Addresses other than the canonical one redirect there.
 */
export function postLoader(app: HostedApp) {
  const { stoa, origin } = app
  return async ({ params, request }: LoaderArguments): Promise<PostData> => {
    const { token = '', identifier = '', commentId, reply, replyId } = params
    const url = new URL(request.url)
    const [{ id }] = await orNotFound(
      Promise.all([loadPost(stoa, { idOrSlug: identifier, tokenName: token }), loadCommunity(stoa, token)]),
    )
    const post = stoa.state.getState().posts[id]
    if (!post) throw notFound()
    await prepareContent(post.postContent)
    const sort = readCommentSort(url.searchParams)
    const target = replyId ?? (reply && isId(reply) ? reply : commentId)
    const { after } = readGrowth(url.searchParams)
    const thread = postComments(id, { sort })
    const [firstList, linked] = await Promise.all([
      target === undefined
        ? loadGrown(app, thread, { url, first: COMMENTS_FIRST_PAGE_SIZE })
        : loadScreenList(stoa, thread, { force: true }).then(() => thread),
      target === undefined ? null : orNotFound(loadComment(stoa, target)),
    ])
    if (linked && linked.comment.postId !== id) throw notFound()
    const list = linked ? await loadAround(app, linked, url) : firstList

    const path = linked ? commentPath(post, linked.comment) : postPath(post)
    if (decodeURI(url.pathname) !== decodeURI(path)) throw redirect(path + url.search, 301)
    return {
      postId: id,
      sort,
      commentId: linked?.comment.id ?? null,
      list,
      after: after ?? null,
      side: sideOfPost(id),
      head: {
        title: `${post.title} · ${post.communityTitle}`,
        description: (linked?.comment.content ?? post.excerpt) || post.title,
        canonicalPath: postPath(post),
        type: 'article',
        noindex: post.status === PostStatus.unlisted || after !== undefined,
        image: previewImage(post)?.url ?? previewPath(post.id),
        // Only the server renders it, for crawlers. Browsers don't load its code.
        ...(import.meta.env.SSR && {
          jsonLd: discussionForumPosting({ origin, post, comments: shownThread(stoa, linked ? thread : list) }),
        }),
      },
    }
  }
}

/** The comments around a linked one up to the length in the address, and its replies after a cursor. */
async function loadAround(app: HostedApp, { comment, around }: CommentContext, url: URL): Promise<ListQuery> {
  const { after } = readGrowth(url.searchParams)
  const replies = startingAfter(repliesOf(comment.id), after)
  if (after !== undefined) await orFromTheStart(loadScreenList(app.stoa, replies, { force: true }), url)
  const start = new URL(url)
  start.searchParams.delete('after')
  return loadGrown(app, around, { url: start, first: COMMENTS_FIRST_PAGE_SIZE, force: false })
}

/** The comments of a list with their replies, from the store. */
function shownThread(stoa: Stoa, query: ListQuery): ShownComment[] {
  const { comments } = stoa.state.getState()
  const rows = (list: ListQuery) => listOf(stoa, list).ids.flatMap((id) => comments[id] ?? [])
  return rows(query).map((comment) => ({ comment, replies: rows(repliesOf(comment.id)) }))
}
