import { ConnectedRecommendedPosts, ConnectedRelatedPosts } from '@stoa/post-feed'
import { feed } from '@stoa/store'
import { useList, usePost } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useEffect, useMemo } from 'react'
import { keepLastCommunity } from '../../shell/last-community.ts'
import { responseMessages } from './response-messages.ts'
import { Responses } from './responses.tsx'
import { responsesTo } from './responses-to.ts'

/** What follows a post and its comments: responses and recommended posts. */
export function BeyondPost({ postId }: { postId: string }) {
  const t = useTranslate(responseMessages)
  const post = usePost(postId)
  const tokenName = post?.tokenName ?? ''
  const { ids: answers } = useList(responsesTo(postId))
  const recommended = useList(feed({ type: 'recommended', tokenName })).ids
  const shown = useMemo(() => [...answers, ...recommended.slice(0, SHOWN_MAX)], [answers, recommended])
  useEffect(() => {
    if (tokenName) keepLastCommunity(tokenName)
  }, [tokenName])
  if (!post) return null
  return (
    <>
      <Responses post={post} />
      <aside className="stoa-app-beyond" aria-label={t('response.more')}>
        <ConnectedRecommendedPosts tokenName={tokenName} exceptPostId={postId} exceptIds={answers} />
        <div className="stoa-app-related">
          <ConnectedRelatedPosts postId={postId} exceptIds={shown} />
        </div>
      </aside>
    </>
  )
}

/** Maximum number of recommended posts. */
const SHOWN_MAX = 10
