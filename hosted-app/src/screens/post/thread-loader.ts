import { commentPath, postPath } from '@stoa/contract'
import { loadComment, loadPost } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, orNotFound } from '../../load.ts'

/** `/bbs/thread/{threadEndResponseId}/{responseId?}`: leads to the comment's place in its post; a response may be a post, too. */
export function threadLoader({ stoa }: HostedApp) {
  return async ({ params }: LoaderArguments): Promise<never> => {
    const id = params.responseId ?? params.threadEndResponseId ?? ''
    const place = await orNotFound(loadComment(stoa, id)).catch((missing: unknown) => {
      if (missing instanceof Response) return null
      throw missing
    })
    const post = await orNotFound(loadPost(stoa, { idOrSlug: place?.comment.postId ?? id }))
    throw redirect(place ? commentPath(post, place.comment) : postPath(post), 301)
  }
}
