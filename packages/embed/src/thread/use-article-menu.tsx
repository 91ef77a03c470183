import { isThreadKey } from '@stoa/store'
import { useManages, useThread } from '@stoa/store/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { ArticleMenuProps } from './article-menu.tsx'
import type { ThreadViewProps } from './mount-thread.tsx'

/** The menu of an article's post for those who manage its community; nobody else loads it. */
export function useArticleMenu({ host, forum, options }: ThreadViewProps, onFailure: (error: unknown) => void) {
  const thread = useThread(options.article)
  const isWanted = useManages(thread?.community.tokenName ?? '') && !isThreadKey(thread?.postId ?? '')
  const [Menu, setMenu] = useState<ComponentType<ArticleMenuProps> | null>(null)
  useEffect(() => {
    // Without it they read and write as usual.
    if (isWanted)
      import('./article-menu.tsx').then(
        ({ ArticleMenu }) => setMenu(() => ArticleMenu),
        () => {},
      )
  }, [isWanted])
  return Menu && isWanted && thread ? (
    <Menu host={host} origin={forum.url} postId={thread.postId} onFailure={onFailure} />
  ) : null
}
