import { styles } from '../first-view/paint.ts'
import type { Mount } from '../loader/define-element.ts'
import { IntentHost } from '../session/intent-host.tsx'
import { ArticlePoll } from './article-poll.tsx'
import { mountThread, type ThreadView, type ThreadViewProps } from './mount-thread.tsx'
import { useNotices } from './notices.tsx'

const view: ThreadView = { part: 'poll', styles, draw: (about) => <LivePoll {...about} /> }

/** `<stoa-poll>`: the poll of the article's post; nothing where it has none. */
export const mountPoll: Mount = (host, options, onError) => mountThread(host, { options, view, onError })

function LivePoll({ host, options, forum }: ThreadViewProps) {
  const [notice, onFailure] = useNotices(host, forum)
  return (
    <>
      <ArticlePoll article={options.article} origin={forum.url} onFailure={onFailure} />
      {notice}
      <IntentHost host={host} forum={forum} onFailure={onFailure} />
    </>
  )
}
