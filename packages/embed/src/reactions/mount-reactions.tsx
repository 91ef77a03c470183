import { ConnectedReactions } from '@stoa/reactions'
import { useThread } from '@stoa/store/react'
import type { Mount } from '../define-element.ts'
import { styles } from '../first-view.ts'
import { IntentHost } from '../intents/intent-host.tsx'
import { mountThread, type ThreadView, type ThreadViewProps } from '../mount-thread.tsx'
import { useFailure } from '../use-failure.tsx'

const view: ThreadView = { styles, draw: (about) => <ArticleReactions {...about} /> }

/** `<stoa-reactions>`: thumbs for the article itself. */
export const mountReactions: Mount = (host, options, onLost) => mountThread(host, { options, view, onLost })

function ArticleReactions({ host, forum, options }: ThreadViewProps) {
  const thread = useThread(options.article)
  const [failure, onFailure] = useFailure()
  if (!thread) return null
  return (
    <>
      <ConnectedReactions entityType="Post" entityId={thread.postId} onFailure={onFailure} />
      {failure}
      <IntentHost host={host} forum={forum} />
    </>
  )
}
