import { ConnectedRecommendedPosts, ConnectedRelatedPosts } from '@stoa/post-feed'
import { feed } from '@stoa/store'
import { useList, usePost } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useEffect, useMemo } from 'react'
import { keepLastCommunity } from '../../shell/last-community.ts'
import { responseMessages } from './messages.ts'
import { responsesTo } from './response-loader.ts'
import { Responses } from './responses.tsx'

/** What follows a post and its comments: responses and recommended posts. */
export function BeyondPost({ postId }: { postId: string }) {
  const t = useTranslate(responseMessages)
  const post = usePost(postId)
  const tokenName = post?.tokenName ?? ''
  const { ids: responses } = useList(responsesTo(postId))
  const { ids: related, status } = useList(feed({ type: 'related', postId }))
  // Until the related posts are known, the recommended ones below could still change.
  const isKnown = status === 'success' || status === 'error'
  const recommended = useList(feed({ type: 'recommended', tokenName })).ids
  /** Shown below the post, or next to it in wide windows. */
  const beside = useMemo(
    () => [...responses, ...related.filter((id) => !responses.includes(id)).slice(0, BESIDE)],
    [responses, related],
  )
  const next = useMemo(() => recommended.filter((id) => !beside.includes(id)), [recommended, beside])
  const visibleIds = useMemo(() => [...responses, ...next.slice(0, SHOWN_MAX)], [responses, next])
  useEffect(() => {
    if (tokenName) keepLastCommunity(tokenName)
  }, [tokenName])
  if (!post) return null
  return (
    <>
      <Responses post={post} />
      {isKnown && (
        <aside className="stoa-app-beyond" aria-label={t('response.more')}>
          <ConnectedRecommendedPosts tokenName={tokenName} exceptPostId={postId} exceptIds={beside} />
          <div className="stoa-app-related">
            <ConnectedRelatedPosts postId={postId} exceptIds={visibleIds} />
          </div>
        </aside>
      )}
    </>
  )
}

/** Posts of the side column. */
const BESIDE = 5
/** Maximum number of recommended posts. */
const SHOWN_MAX = 10
