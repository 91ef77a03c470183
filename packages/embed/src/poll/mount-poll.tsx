import { authorPath } from '@stoa/contract'
import { ConnectedPoll } from '@stoa/poll'
import { usePost, useThread } from '@stoa/store/react'
import type { Mount } from '../define-element.ts'
import { IntentHost } from '../intents/intent-host.tsx'
import { mountThread, type ThreadView, type ThreadViewProps } from '../mount-thread.tsx'
import { useFailure } from '../use-failure.tsx'
import styles from './poll.css?inline'

const view: ThreadView = { styles, draw: (about) => <ArticlePoll {...about} /> }

/** `<stoa-poll>`: the poll of the article's post; nothing where it has none. */
export const mountPoll: Mount = (host, options, onLost) => mountThread(host, { options, view, onLost })

function ArticlePoll({ host, options, forum }: ThreadViewProps) {
  const thread = useThread(options.article)
  const post = usePost(thread?.postId ?? '')
  const [failure, onFailure] = useFailure()
  if (!thread || !post?.pollOptions) return null
  return (
    <>
      <ConnectedPoll postId={post.id} authorHref={(slug) => forum.url + authorPath(slug)} onFailure={onFailure} />
      {failure}
      <IntentHost host={host} forum={forum} />
    </>
  )
}
