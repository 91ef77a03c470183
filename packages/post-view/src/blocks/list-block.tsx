import type { ListItem } from '@stoa/contract'
import { Inline } from '../inline.tsx'

export interface ListBlockProps {
  /** Numbered or with bullets, on every level. */
  style: 'ordered' | 'unordered'
  /** The items with those below them. */
  items: readonly ListItem[]
  /** It stands in an item of another list. Default false. */
  isInner?: boolean | undefined
}

/** A list, nested as deep as the document says. */
export function ListBlock({ style, items, isInner = false }: ListBlockProps) {
  const List = style === 'ordered' ? 'ol' : 'ul'
  return (
    // The direction is the whole list's: marks stand where it begins, whichever way the page runs.
    <List className="stoa-post-list" dir={isInner ? undefined : 'auto'}>
      {items.map((item, index) => (
        // A document never changes in part, so positions are stable keys.
        <li key={index}>
          <Inline text={item.content} />
          {item.items.length > 0 && <ListBlock style={style} items={item.items} isInner />}
        </li>
      ))}
    </List>
  )
}
