import { errorCode } from '@stoa/client'
import { COMMENTS_FIRST_PAGE_SIZE, isolated, postPath } from '@stoa/contract'
import { loadCommunity, loadThread } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, notFound, orNotFound, type ScreenData } from '../../screen-data.ts'

/** The thread of a partner's article. */
export interface ArticleData extends ScreenData {
  postId: string
  articleUrl: string
}

/**
 * `/bbs/external-article-comment?url&id&community`: the thread of a partner's article, named as in the widget, or by its
 * id alone. Articles without a public thread, and of sites that aren't registered, are all missing.
 */
export function articleLoader({ stoa, config }: HostedApp) {
  /** Where the article with a publisher's id is. */
  async function addressOf(article: { community: string; id: string }): Promise<string> {
    return (await orNotFound(stoa.client.call('articleAddress', article))).articleUrl
  }

  return async ({ request }: LoaderArguments): Promise<ArticleData> => {
    const { searchParams } = new URL(request.url)
    const id = searchParams.get('id')
    const community = searchParams.get('community') ?? config.defaultTokenName
    const url = searchParams.get('url') ?? (id ? await addressOf({ community, id }) : '')
    const article = { community, url, ...(id ? { id } : {}) }
    const thread = await orNotFound(
      loadThread(stoa, article, { limit: COMMENTS_FIRST_PAGE_SIZE }).catch((error: unknown) => {
        throw errorCode(error) === 'ORIGIN_NOT_REGISTERED' ? notFound() : error
      }),
    )
    const post = stoa.state.getState().posts[thread.postId]
    if (!post) throw notFound()
    await orNotFound(loadCommunity(stoa, post.tokenName))
    return {
      postId: post.id,
      articleUrl: thread.articleUrl,
      head: {
        title: `${isolated(post.title)} · ${isolated(post.communityTitle)}`,
        description: post.excerpt || post.title,
        canonicalPath: postPath(post),
        noindex: true,
        type: 'article',
      },
    }
  }
}
