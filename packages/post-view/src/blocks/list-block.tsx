import type { ListItem } from '@stoa/contract'
import { Inline } from '../inline.tsx'

export interface ListBlockProps {
  /** Numbered or with bullets, on every level. */
  style: 'ordered' | 'unordered'
  /** The items with those below them. */
  items: readonly ListItem[]
}

/** A list, nested as deep as the document says. */
export function ListBlock({ style, items }: ListBlockProps) {
  const List = style === 'ordered' ? 'ol' : 'ul'
  return (
    <List className="stoa-post-list">
      {items.map((item, index) => (
        // A document never changes in part, so positions are stable keys.
        <li key={index} dir="auto">
          <Inline text={item.content} />
          {item.items.length > 0 && <ListBlock style={style} items={item.items} />}
        </li>
      ))}
    </List>
  )
}
