import { isOwnPath, isolated, linkPicture, postPath } from '@stoa/contract'
import { feed, type ListQuery, loadCommunity, loadPost } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { BACK_LABEL_MAX_LENGTH } from '../../paths.ts'
import { prepareContent } from '../../prepare-content.ts'
import { type LoaderArguments, loadScreenList, orNotFound, type ScreenData } from '../../screen-data.ts'

/** A post in full-screen view. */
export interface ResponseData extends ScreenData {
  postId: string
  /** Target and text of the link back; null for the post's own page. */
  back: { url: string; label: string } | null
}

/** `/bbs/response/{responseId}?backLinkUrl&backLinkLabel`: a post in full-screen view. */
export function responseLoader({ stoa }: HostedApp) {
  return async ({ params, request }: LoaderArguments): Promise<ResponseData> => {
    const { responseId: postId = '' } = params
    const { searchParams } = new URL(request.url)
    const url = searchParams.get('backLinkUrl') ?? ''
    const label = (searchParams.get('backLinkLabel') ?? '').slice(0, BACK_LABEL_MAX_LENGTH)
    const post = await orNotFound(loadPost(stoa, { idOrSlug: postId }))
    await orNotFound(
      Promise.all([
        loadCommunity(stoa, post.tokenName),
        loadScreenList(stoa, responsesTo(post.id), { force: true }),
        prepareContent(post.postContent),
      ]),
    )
    return {
      postId: post.id,
      back: isOwnPath(url) ? { url, label: label.trim() || post.title } : null,
      head: {
        title: `${isolated(post.title)} · ${isolated(post.communityTitle)}`,
        description: post.excerpt || post.title,
        canonicalPath: postPath(post),
        noindex: true,
        type: 'article',
        image: linkPicture(post),
      },
    }
  }
}

/** The list of responses to a post. */
export function responsesTo(postId: string): ListQuery {
  return feed({ type: 'responses', parentPostId: postId })
}
