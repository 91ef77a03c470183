import { ConnectedPoll } from '@stoa/poll'
import { ConnectedPostFeed } from '@stoa/post-feed'
import { ConnectedReactions } from '@stoa/reactions'
import { feed } from '@stoa/store'
import { useList, useStoaState } from '@stoa/store/react'

const latest = feed({ type: 'all', tokenName: 'FORUM', sort: 'hot' })

/** The community's posts, and beside them the poll of one of them. */
export function FrontPage({ onFailure }: { onFailure: (error: unknown) => void }) {
  const { ids } = useList(latest)
  const pollId = useStoaState(({ posts }) => ids.find((id) => posts[id]?.pollOptions))
  return (
    <main className="front">
      <ConnectedPostFeed list={latest} tokenName="FORUM" postHref={({ id }) => `?post=${id}`} onFailure={onFailure} />
      {pollId && (
        <aside aria-label="Today’s poll">
          <h2>Today’s poll</h2>
          <ConnectedPoll postId={pollId} onFailure={onFailure} />
          <ConnectedReactions entityType="Post" entityId={pollId} onFailure={onFailure} />
        </aside>
      )}
    </main>
  )
}
