import { authorPath, canVote } from '@stoa/contract'
import { useActions, useMyVote, usePollResults, usePost, useStoa, useViewer } from '@stoa/store/react'
import { Poll, type PollProps } from './poll.tsx'

/** Props of `ConnectedPoll`. */
export interface ConnectedPollProps extends Partial<Pick<PollProps, 'authorHref'>> {
  /** The post whose poll it is. */
  postId: string
  /** Told why a vote was refused, after it was rolled back: show `alertFor(error)`. Default: nobody is told. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** The poll of a post in the store; nothing where it has none. */
export function ConnectedPoll({ postId, onFailure, authorHref = authorPath }: ConnectedPollProps) {
  const { clock } = useStoa()
  const { vote } = useActions()
  const post = usePost(postId)
  const viewer = useViewer()
  const selected = useMyVote(postId)
  const clockOffset = usePollResults(postId)
  if (!post?.pollOptions || !post.pollSettings) return null
  // Somebody who must sign in or join first may press: the store then asks for that.
  const decision = canVote(viewer ?? null, { ...post, approvePosts: false }, clock() + clockOffset)
  const locked = !decision.allowed && decision.code !== 'AUTH_REQUIRED' && decision.code !== 'JOIN_REQUIRED'
  return (
    <Poll
      options={post.pollOptions}
      settings={post.pollSettings}
      values={post.pollValues}
      totalVoters={post.pollTotalVoters}
      selected={selected}
      locked={locked}
      clockOffset={clockOffset}
      authorHref={authorHref}
      // The store takes back what is chosen again.
      onVote={(index) => {
        const optionIndex = index < 0 ? selected : index
        vote({ postId, optionIndex }).catch((error: unknown) => onFailure?.(error))
      }}
    />
  )
}
