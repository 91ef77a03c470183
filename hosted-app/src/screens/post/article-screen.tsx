import './article.css'
import { CommentMenuView, ConnectedComments, renderSortSegments } from '@stoa/comments'
import { ArticleCard } from '@stoa/post-view'
import { usePost, useViewer } from '@stoa/store/react'
import { ButtonLink, useTranslate, useWritten } from '@stoa/ui'
import { useLoaderData, useLocation } from 'react-router'
import { DECISIONS_PATH, loginPath } from '../../paths.ts'
import { Gone } from '../../shell/not-found.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useTips } from '../../shell/use-tips.tsx'
import type { ArticleData } from './article-loader.ts'
import { responseMessages } from './messages.ts'

/** The comments on a partner's article, with a form for members. */
export function ArticleScreen() {
  const t = useTranslate(responseMessages)
  const written = useWritten()
  const { postId, articleUrl } = useLoaderData() as ArticleData
  const post = usePost(postId)
  const viewer = useViewer()
  const alert = useErrorToast()
  const { pathname, search } = useLocation()
  const { draw } = useTips({ postId })
  // Hidden while it was open.
  if (!post) return <Gone />
  return (
    <>
      <h1 {...written(post.title)}>{post.title}</h1>
      <ArticleCard post={{ ...post, articleUrl }} />
      {!viewer && (
        // Works without scripts. A viewer who seems to be signed in doesn't see it.
        <p className="stoa-app-viewer" data-known={viewer === null || undefined}>
          <ButtonLink href={loginPath(pathname + search)}>{t('article.signIn')}</ButtonLink>
        </p>
      )}
      <CommentMenuView.Provider value={draw}>
        <ConnectedComments
          postId={postId}
          appealHref={DECISIONS_PATH}
          renderSort={renderSortSegments}
          onFailure={alert}
        />
      </CommentMenuView.Provider>
    </>
  )
}
