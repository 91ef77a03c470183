import { ConnectedComments, type ConnectedCommentsProps } from '@stoa/comments'
import { communityPath, isHidden, postPath } from '@stoa/contract'
import { isThreadKey, type Thread, threadKey } from '@stoa/store'
import { usePost } from '@stoa/store/react'
import { Avatar, useTranslate, useWritten } from '@stoa/ui'
import type { PageArticle } from '../loader/article.ts'
import { embedMessages } from '../messages.ts'
import { useLiveThread } from './use-live-thread.ts'

export interface ArticleCommentsProps
  extends Pick<ConnectedCommentsProps, 'commentId' | 'hereHref' | 'allHref' | 'isStatic'> {
  article: PageArticle
  /** Origin of the forum. */
  origin: string
  sort: 'top' | 'new' | 'old' | 'active' | undefined
  pageSize: number | undefined
  /** Called when a reaction was refused. Default: none. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Wraps header, composer and each comment. Default: nothing. */
  around?: ConnectedCommentsProps['around']
  /** Rendered at the end of the header, or below the notice that the thread is hidden. Default: nothing. */
  menu?: ConnectedCommentsProps['menu']
}

/** An article's thread from the store. Server and element render the same tree, so that it can be hydrated. */
export function ArticleComments({ article, origin, sort, pageSize, ...rest }: ArticleCommentsProps) {
  const thread = useLiveThread(article)
  const post = usePost(thread?.postId ?? '')
  const t = useTranslate(embedMessages)
  if (!thread) return null
  if (thread.isHidden) {
    return (
      <>
        {/* Who sees the hidden post sees its status instead. */}
        {!(rest.menu && post && isHidden(post.status)) && <p className="stoa-embed-notice">{t('embed.hidden')}</p>}
        {rest.menu}
      </>
    )
  }
  return (
    <>
      <ConnectedComments
        // Another article has its own composers. These texts must not become its drafts.
        key={threadKey(article)}
        postId={thread.postId}
        initialSort={sort ?? 'top'}
        pageSize={pageSize}
        origin={origin}
        appealHref={`${origin}/bbs/my-account/decisions`}
        {...rest}
        allowAnonymous
        allowSignOut
      />
      <ForumLine thread={thread} origin={origin} />
    </>
  )
}

/** Names the community and leads to the thread there, or to the community as long as there is none. */
function ForumLine({ thread: { community, postId }, origin }: { thread: Thread; origin: string }) {
  const written = useWritten()
  const post = usePost(postId)
  const t = useTranslate(embedMessages)
  const { title, logoImageURI } = community
  return (
    <p className="stoa-embed-forum">
      <Avatar name={title} src={logoImageURI?.replace(/^(?=\/)/, origin)} size="xs" shape="square" />
      <span {...written(title)}>{title}</span>
      {' · '}
      <a
        className="stoa-link"
        href={origin + (post && !isThreadKey(postId) ? postPath(post) : communityPath(community))}
      >
        {t('embed.forum')}
      </a>
    </p>
  )
}
