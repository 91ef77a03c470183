/** Id of the comment that the page's address names; empty if it names none. */
export const linkedCommentId = (): string => /^#comment-([\w-]+)$/.exec(location.hash)?.[1] ?? ''

/** Scrolls to the comment that the page's address names, and highlights it. False if it isn't shown. */
export function showLinkedComment(root: ParentNode): boolean {
  const id = linkedCommentId()
  const article = id ? root.querySelector<HTMLElement>(`#comment-${id}`) : null
  for (const other of root.querySelectorAll<HTMLElement>('[data-highlighted="true"]')) {
    if (other !== article) other.dataset.highlighted = 'false'
  }
  if (!article) return false
  article.dataset.highlighted = 'true'
  article.scrollIntoView({ block: 'center' })
  return true
}
