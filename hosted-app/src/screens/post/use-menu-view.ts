import type { DrawCommentMenu } from '@stoa/comments'
import { useManages } from '@stoa/store/react'
import { useEffect, useState } from 'react'

/** What draws the menus of comments to whoever manages their community; no other reader loads it. */
export function useMenuView(tokenName: string): DrawCommentMenu | null {
  const isWanted = useManages(tokenName)
  const [view, setView] = useState<DrawCommentMenu | null>(null)
  useEffect(() => {
    // Without it the menus are as they are for everybody.
    if (isWanted)
      import('./author-menu.tsx').then(
        ({ drawAuthorMenu }) => setView(() => drawAuthorMenu),
        () => {},
      )
  }, [isWanted])
  return isWanted ? view : null
}
