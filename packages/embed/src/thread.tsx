import { useEffect } from 'react'
import { ArticleComments } from './article-comments.tsx'
import type { Mount } from './define-element.ts'
import { styles } from './first-view.ts'
import { IntentHost } from './intents/intent-host.tsx'
import { mountThread, type ThreadView, type ThreadViewProps } from './mount-thread.tsx'
import { sendEvent } from './send-event.ts'
import { Turn } from './turns.tsx'
import { useFailure } from './use-failure.tsx'

/** `<stoa-reactions>`: thumbs for the article itself. */
export const loadReactions = async (): Promise<Mount> =>
  (await import('./reactions/mount-reactions.tsx')).mountReactions

/** `<stoa-poll>`. */
export const loadPoll = async (): Promise<Mount> => (await import('./poll/mount-poll.tsx')).mountPoll

const view: ThreadView = { styles, hasPlaceholder: true, draw: (about) => <LiveComments {...about} /> }

/** `<stoa-comments>`: the whole conversation of an article. */
export const mountComments: Mount = (host, options) => mountThread(host, { options, view })

function LiveComments({ host, forum, options }: ThreadViewProps) {
  const { article, sort, pageSize } = options
  const [failure, onFailure] = useFailure()
  useEffect(() => forum.onComment((commentId) => sendEvent(host, 'stoa-comment', { commentId })), [forum, host])
  return (
    <>
      <ArticleComments
        article={article}
        origin={forum.url}
        sort={sort}
        pageSize={pageSize}
        onFailure={onFailure}
        around={Turn}
      />
      {failure}
      <IntentHost host={host} forum={forum} />
    </>
  )
}
