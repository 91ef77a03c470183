import type { ReactNode } from 'react'

/**
 * Text that may change while a browser translates the page. Translators replace text nodes, and React and Preact would
 * go on changing the former one, unseen. So a changed text is a new element.
 */
export function translatable(text: ReactNode): ReactNode {
  return typeof text === 'string' ? <span key={text}>{text}</span> : text
}
