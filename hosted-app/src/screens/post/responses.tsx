import { PostCard } from '@stoa/post-feed'
import type { StoredPost } from '@stoa/store'
import { useList, useStoaState } from '@stoa/store/react'
import { ButtonLink, LoadMore, lazy, ReplyIcon, translatable, useLazy, useTranslate } from '@stoa/ui'
import { respondPath } from '../../paths.ts'
import { responseMessages } from './messages.ts'
import { responsesTo } from './response-loader.ts'
import { useMayRespond } from './use-may-respond.ts'

/** Loaded only if a response is hidden, which few readers need. */
const hiddenResponse = lazy(async () => (await import('./hidden-response.tsx')).HiddenResponse)

/** The responses to a post, with a link to write one. Renders nothing if there are none, unless `showEmpty`. */
export function Responses({ post, showEmpty = false }: { post: StoredPost; showEmpty?: boolean }) {
  const t = useTranslate(responseMessages)
  const { ids, status, hasMore, loadMore, reload } = useList(responsesTo(post.id))
  const posts = useStoaState((state) => state.posts)
  const hides = useStoaState((state) => state.hides)
  const { code: HiddenResponse } = useLazy(
    hiddenResponse,
    ids.some((id) => id in hides),
  )
  const mayRespond = useMayRespond(post)
  const isFailed = status === 'error'
  const isEmpty = ids.length === 0 && !isFailed
  if (isEmpty && !showEmpty) return null
  return (
    <section id="responses" className="stoa-app-responses" aria-labelledby="responses-title">
      <header className="stoa-app-responses-head">
        <h2 id="responses-title">{translatable(t('responses.title', { count: post.totalDescendants }))}</h2>
        {mayRespond && (
          <ButtonLink href={respondPath(post)} icon={<ReplyIcon />}>
            {t('responses.respond')}
          </ButtonLink>
        )}
      </header>
      {ids.length === 0 && status === 'success' && showEmpty && (
        <p className="stoa-app-muted">{t('responses.empty')}</p>
      )}
      {ids.length > 0 && (
        <ul className="stoa-feed-list">
          {ids.flatMap((id) => {
            const response = posts[id]
            return response ? (
              <li key={id}>
                {id in hides ? (
                  HiddenResponse && <HiddenResponse postId={id} />
                ) : (
                  <PostCard post={response} headingLevel={3} />
                )}
              </li>
            ) : (
              []
            )
          })}
        </ul>
      )}
      {(hasMore || isFailed) && (
        <LoadMore
          label={t('responses.more')}
          busy={status === 'loading'}
          error={isFailed ? t('responses.failed') : undefined}
          onLoadMore={ids.length === 0 ? reload : loadMore}
        />
      )}
    </section>
  )
}
