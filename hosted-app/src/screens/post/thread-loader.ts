import { commentPath, isolated, type PostSummary, threadPath } from '@stoa/contract'
import { loadComment, loadCommunity, loadPost, putEntities, type Stoa } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { prepareContent } from '../../prepare-content.ts'
import { type LoaderArguments, loadScreenList, notFound, orNotFound, type ScreenData } from '../../screen-data.ts'
import { responsesTo } from './response-loader.ts'

/** A post with the posts that it responds to. */
export interface ThreadData extends ScreenData {
  /** The post shown in full, one of `ids`. */
  postId: string
  /** The thread from its first post to its end; null for posts that the viewer can't see. */
  ids: readonly (string | null)[]
}

/**
 * `/bbs/thread/{threadEndResponseId}/{responseId?}`: the posts leading to a response. The named one, else the last one,
 * is shown in full. A comment's id redirects to the comment; a single id is mostly a comment's.
 */
export function threadLoader({ stoa }: HostedApp) {
  return async ({ params }: LoaderArguments): Promise<ThreadData> => {
    const { threadEndResponseId: end = '', responseId } = params
    const postId = responseId ?? end
    if (responseId === undefined) await leadToComment(stoa, end)
    const items = await orNotFound(loadThread(stoa, end)).catch(async (error: unknown) => {
      if (error instanceof Response && responseId !== undefined) await leadToComment(stoa, responseId)
      throw error
    })
    const ids = items.map((item) => item?.id ?? null)
    if (!ids.includes(postId)) throw notFound()
    const [post] = await orNotFound(
      Promise.all([loadPost(stoa, { idOrSlug: postId }), loadScreenList(stoa, responsesTo(postId), { force: true })]),
    )
    await Promise.all([orNotFound(loadCommunity(stoa, post.tokenName)), prepareContent(post.postContent)])
    return {
      postId,
      ids,
      head: {
        title: `${isolated(post.title)} · ${isolated(post.communityTitle)}`,
        description: post.excerpt || post.title,
        canonicalPath: threadPath(post),
        noindex: true,
        type: 'article',
      },
    }
  }
}

/** Throws a redirect, unless the comment doesn't exist. */
async function leadToComment(stoa: Stoa, id: string): Promise<void> {
  const result = await orNotFound(loadComment(stoa, id)).catch((error: unknown) => {
    if (error instanceof Response) return null
    throw error
  })
  if (!result) return
  const post = await orNotFound(loadPost(stoa, { idOrSlug: result.comment.postId }))
  throw redirect(commentPath(post, result.comment), 301)
}

async function loadThread(stoa: Stoa, postId: string): Promise<(PostSummary | null)[]> {
  const since = stoa.versions.current
  const { items } = await stoa.client.call('postThread', { postId })
  putEntities(stoa, { posts: Object.fromEntries(items.flatMap((item) => (item ? [[item.id, item]] : []))) }, since)
  return items
}
