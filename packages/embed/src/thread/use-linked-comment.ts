import type { CommentSort } from '@stoa/contract'
import { loadComment } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect, useState } from 'react'
import { linkedCommentId, showLinkedComment } from '../first-view/linked-comment.ts'

/** The comment that the page's address names, loaded, unless it is among those that are shown anyway. */
export function useLinkedComment(
  host: HTMLElement,
  postId: string | undefined,
  sort: CommentSort | undefined,
): string | undefined {
  const stoa = useStoa()
  const [linked, setLinked] = useState<string>()
  useEffect(() => {
    if (!postId) return
    let isOver = false
    const follow = () => {
      const id = linkedCommentId()
      const root = host.shadowRoot
      // Highlighted: the server view has scrolled there already.
      if (!id || !root || root.querySelector(`#comment-${id}[data-highlighted="true"]`) || showLinkedComment(root))
        return
      loadComment(stoa, id, sort).then(
        ({ comment }) => {
          if (!isOver && comment.postId === postId && linkedCommentId() === id) setLinked(id)
        },
        () => {
          // Deleted, or another page's. The thread stays as it is.
        },
      )
    }
    follow()
    addEventListener('hashchange', follow)
    return () => {
      isOver = true
      removeEventListener('hashchange', follow)
    }
  }, [stoa, host, postId, sort])
  return linked
}
