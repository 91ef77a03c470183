import { commentPath } from '@stoa/contract'
import { loadComment, loadPost } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, orNotFound } from '../../load.ts'

/** `/bbs/thread/{threadEndResponseId}/{responseId?}`: leads to the comment's place in its post. */
export function threadLoader({ stoa }: HostedApp) {
  return async ({ params }: LoaderArguments): Promise<never> => {
    const commentId = params.responseId ?? params.threadEndResponseId ?? ''
    const { comment } = await orNotFound(loadComment(stoa, commentId))
    const post = await orNotFound(loadPost(stoa, { idOrSlug: comment.postId }))
    throw redirect(commentPath(post, comment), 301)
  }
}
