import { ArticleComments } from './article-comments.tsx'
import type { Mount } from './define-element.ts'
import { styles } from './first-view.ts'
import { IntentHost } from './intents/intent-host.tsx'
import { mountThread, type ThreadView, type ThreadViewProps } from './mount-thread.tsx'
import { nextTask, Turn } from './turns.tsx'
import { useFailure } from './use-failure.tsx'

const view: ThreadView = { styles, hasPlaceholder: true, draw: (about) => <LiveComments {...about} /> }

/** `<stoa-comments>`: the whole conversation of an article. */
export const mountComments: Mount = (host, options, onLost) => mountThread(host, { options, view, onLost })

/** What shows the conversation, in a task of its own: for what this code does first. */
export async function load(): Promise<Mount> {
  await nextTask()
  return mountComments
}

function LiveComments({ host, forum, options }: ThreadViewProps) {
  const { article, sort, pageSize } = options
  const [failure, onFailure] = useFailure()
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
