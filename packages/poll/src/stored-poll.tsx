import { authorPath, canVote, type Me, type PollValue, personMuted } from '@stoa/contract'
import { useActions, useMyVote, usePollResults, usePost, useStoa, useViewer } from '@stoa/store/react'
import type { RootProps } from '@stoa/ui'
import { forwardRef } from 'react'
import { Poll, type PollProps } from './poll.tsx'

/** Props of `StoredPoll`. */
export interface StoredPollProps extends RootProps {
  /** Address of a member's page. Default: the forum's path. */
  authorHref?: PollProps['authorHref'] | undefined
  /** The post with the poll. */
  postId: string
  /** Called when a vote is refused, after the rollback. Show `alertFor(error)`. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** The poll of a post in the store. Renders nothing if it has none. For pages that load their posts themselves. */
export const StoredPoll = forwardRef<HTMLDivElement, StoredPollProps>(function StoredPoll(props, ref) {
  const { clock, options } = useStoa()
  const { postId, onFailure, authorHref = options.links?.authorHref ?? authorPath, ...root } = props
  const { vote } = useActions()
  const post = usePost(postId)
  const viewer = useViewer()
  const selected = useMyVote(postId)
  const clockOffset = usePollResults(postId)
  if (!post?.pollOptions || !post.pollSettings) return null
  // People who must sign in or join first can press. The store then asks for that.
  const decision = canVote(viewer ?? null, { ...post, approvePosts: false }, clock() + clockOffset)
  const locked = !decision.allowed && decision.code !== 'AUTH_REQUIRED' && decision.code !== 'JOIN_REQUIRED'
  return (
    <Poll
      {...root}
      ref={ref}
      options={post.pollOptions}
      settings={post.pollSettings}
      values={post.pollValues && withoutMuted(post.pollValues, viewer)}
      totalVoters={post.pollTotalVoters}
      selected={selected}
      locked={locked}
      clockOffset={clockOffset}
      authorHref={authorHref}
      // Choosing the same option again removes the vote in the store.
      onVote={(index) => {
        const optionIndex = index < 0 ? selected : index
        vote({ postId, optionIndex }).catch((error: unknown) => onFailure?.(error))
      }}
    />
  )
})

/**
 * Results without the faces of people whom the viewer has blocked or muted. A partner's site doesn't know who they are,
 * and shows nobody. Votes count as before.
 */
function withoutMuted(values: readonly PollValue[], viewer: Me | null | undefined): readonly PollValue[] {
  if (!viewer?.mutes && !viewer?.hasMutes) return values
  return values.map(({ count, lastVoters }) => ({
    count,
    lastVoters: viewer.hasMutes ? [] : lastVoters.filter(({ userId }) => !personMuted(viewer, userId, 'voters')),
  }))
}
