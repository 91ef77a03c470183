import { ConnectedReactions } from '@stoa/reactions'
import { useThread } from '@stoa/store/react'
import { useEffect } from 'react'
import { ArticleComments } from './article-comments.tsx'
import type { Mount, MountOptions } from './define-element.ts'
import { styles } from './first-view.ts'
import type { Forum } from './forum.ts'
import { IntentHost } from './intents/intent-host.tsx'
import { mountThread, type ThreadView } from './mount-thread.tsx'
import { sendEvent } from './send-event.ts'
import { ThreadPlaceholder } from './thread-placeholder.tsx'
import { useFailure } from './use-failure.tsx'

const comments: ThreadView = {
  styles,
  placeholder: <ThreadPlaceholder />,
  draw: (about) => <LiveComments {...about} />,
}

const reactions: ThreadView = {
  styles,
  placeholder: null,
  draw: (about) => <ArticleReactions {...about} />,
}

/** `<stoa-comments>`: the whole conversation of an article. */
export const mountComments: Mount = (host, options) => mountThread(host, { options, view: comments })

/** `<stoa-reactions>`: thumbs for the article itself. */
export const mountReactions: Mount = (host, options) => mountThread(host, { options, view: reactions })

/** `<stoa-poll>`. */
export const loadPoll = async (): Promise<Mount> => (await import('./poll/mount-poll.tsx')).mountPoll

interface ArticleProps {
  host: HTMLElement
  forum: Forum
  options: MountOptions
}

function LiveComments({ host, forum, options }: ArticleProps) {
  const { article, sort, pageSize } = options
  const [failure, onFailure] = useFailure()
  useEffect(() => forum.onComment((commentId) => sendEvent(host, 'stoa-comment', { commentId })), [forum, host])
  return (
    <>
      <ArticleComments article={article} origin={forum.url} sort={sort} pageSize={pageSize} onFailure={onFailure} />
      {failure}
      <IntentHost host={host} forum={forum} />
    </>
  )
}

function ArticleReactions({ host, forum, options }: ArticleProps) {
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
