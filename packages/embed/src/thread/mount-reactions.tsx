import { styles } from '../first-view/paint.ts'
import type { Mount } from '../loader/define-element.ts'
import { IntentHost } from '../session/intent-host.tsx'
import { ArticleReactions } from './article-reactions.tsx'
import { mountThread, type ThreadView, type ThreadViewProps } from './mount-thread.tsx'
import { useNotices } from './notices.tsx'

const view: ThreadView = { part: 'reactions', styles, draw: (about) => <LiveReactions {...about} /> }

/** `<stoa-reactions>`: thumbs for the article itself. */
export const mountReactions: Mount = (host, options, onError) => mountThread(host, { options, view, onError })

function LiveReactions({ host, forum, options }: ThreadViewProps) {
  const [notice, onFailure] = useNotices(host, forum)
  return (
    <>
      <ArticleReactions article={options.article} onFailure={onFailure} />
      {notice}
      <IntentHost host={host} forum={forum} onFailure={onFailure} />
    </>
  )
}
