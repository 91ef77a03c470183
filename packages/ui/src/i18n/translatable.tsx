import type { ReactNode } from 'react'

/**
 * Text that may change while a browser translates the page. Translators replace text nodes, and React and Preact would
 * go on changing the former one, unseen. So a changed text is a new element. Only elements may follow it in its parent: it
 * can't be inserted before a text that was replaced.
 */
export function translatable(text: ReactNode): ReactNode {
  return typeof text === 'string' && text !== '' ? <span key={text}>{text}</span> : text
}
