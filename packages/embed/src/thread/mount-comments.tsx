import { CommentMenuView } from '@stoa/comments'
import { useThread } from '@stoa/store/react'
import { useCallback } from 'react'
import type { ThreadPartName } from '../first-view/fragment-state.ts'
import { isHashRoute } from '../first-view/oversights.ts'
import { styles } from '../first-view/paint.ts'
import { nextTask } from '../first-view/schedule.ts'
import type { PageArticle } from '../loader/article.ts'
import type { Mount } from '../loader/define-element.ts'
import { IntentHost } from '../session/intent-host.tsx'
import { ArticleComments } from './article-comments.tsx'
import { HydrationStep } from './hydrate.tsx'
import { mountThread, type ThreadView, type ThreadViewProps } from './mount-thread.tsx'
import { useNotices } from './notices.tsx'
import { useLinkedComment } from './use-linked-comment.ts'
import { useThreadMenu } from './use-thread-menu.tsx'

const view: ThreadView = {
  part: 'comments',
  styles,
  hasPlaceholder: true,
  draw: (about) => <LiveComments {...about} />,
}

/** `<stoa-comments>`: the whole conversation of an article. */
export const mountComments: Mount = (host, options, onError) => mountThread(host, { options, view, onError })

/** Returns the mount function in another task than the evaluation of this code. */
export async function load(_part: ThreadPartName): Promise<Mount> {
  await nextTask()
  return mountComments
}

function LiveComments(about: ThreadViewProps) {
  const { host, forum, options } = about
  const { article, sort, pageSize } = options
  const [notice, onFailure] = useNotices(host, forum)
  const { menu, draw } = useThreadMenu(about, onFailure)
  const thread = useThread(article)
  const pageHref = addressOf(article)
  const hereHref = useCallback(({ id }: { id: string }) => `${pageHref}#comment-${id}`, [pageHref])
  return (
    <>
      <CommentMenuView.Provider value={draw}>
        <ArticleComments
          article={article}
          origin={forum.url}
          sort={sort}
          pageSize={pageSize}
          commentId={useLinkedComment(host, thread?.postId, sort)}
          // The hash is the application's.
          hereHref={isHashRoute() ? undefined : hereHref}
          allHref={pageHref}
          onFailure={onFailure}
          around={HydrationStep}
          menu={menu}
        />
      </CommentMenuView.Provider>
      {notice}
      <IntentHost host={host} forum={forum} onFailure={onFailure} />
    </>
  )
}

/** Where readers find the thread. The canonical address of a story that another site published has another one, or none. */
function addressOf({ canonical, url }: PageArticle): string {
  const isHere = canonical && URL.canParse(canonical) && new URL(canonical).host === new URL(url).host
  return isHere ? canonical : url
}
