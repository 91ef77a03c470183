import { type CommentSort, commentPath, discussionForumPosting, isId, PostStatus, postPath } from '@stoa/contract'
import { loadComment, loadCommunity, loadPost, postComments } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, loadScreenList, notFound, orNotFound, type ScreenData } from '../../load.ts'
import { readCommentSort } from '../../paths.ts'
import { shownThread } from './shown-thread.ts'

export interface PostData extends ScreenData {
  postId: string
  sort: CommentSort
  /** The linked comment, under a comment's own address. */
  commentId: string | null
}

/**
 * Loads a post with its first comments by any of its addresses: id or slug, with or without topic and section, with or
 * without a comment. Every other address than the true one leads there, so that links and search engines see one.
 */
export function postLoader({ stoa, origin }: HostedApp) {
  return async ({ params, request }: LoaderArguments): Promise<PostData> => {
    const { token = '', identifier = '', commentId, reply, replyId } = params
    const url = new URL(request.url)
    const [{ id }] = await orNotFound(
      Promise.all([loadPost(stoa, { idOrSlug: identifier, tokenName: token }), loadCommunity(stoa, token)]),
    )
    const post = stoa.state.getState().posts[id]
    if (!post) throw notFound()
    const sort = readCommentSort(url.searchParams)
    const target = replyId ?? (reply && isId(reply) ? reply : commentId)
    const [, place] = await Promise.all([
      loadScreenList(stoa, postComments(id, { sort }), { force: true }),
      target === undefined ? null : orNotFound(loadComment(stoa, target)),
    ])
    if (place && place.comment.postId !== id) throw notFound()

    const path = place ? commentPath(post, place.comment) : postPath(post)
    if (decodeURI(url.pathname) !== decodeURI(path)) throw redirect(path + url.search, 301)
    return {
      postId: id,
      sort,
      commentId: place?.comment.id ?? null,
      head: {
        title: `${post.title} · ${post.communityTitle}`,
        description: (place?.comment.content ?? post.excerpt) || post.title,
        canonicalPath: postPath(post),
        type: 'article',
        noindex: post.status === PostStatus.unlisted,
        ...(post.heroImage ? { image: post.heroImage.url } : {}),
        jsonLd: discussionForumPosting({ origin, post, comments: shownThread(stoa, postComments(id, { sort })) }),
      },
    }
  }
}
