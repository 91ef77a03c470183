import { useTranslate, useWritten } from '@stoa/ui'
import { Inline } from '../inline.tsx'
import { postViewMessages } from '../messages.ts'
import type { ListData } from '../read-blocks.ts'

/** Numbering styles of the editor that HTML supports. */
const COUNTERS: ReadonlyMap<string, 'a' | 'A' | 'i' | 'I'> = new Map([
  ['lower-alpha', 'a'],
  ['upper-alpha', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
])

export interface ListBlockProps {
  /** The items with nested ones, and their marks: bullets, numbers or checkboxes on every level. */
  list: Omit<ListData, 'type'>
  /** Whether it is nested in another list. Default false. */
  isInner?: boolean | undefined
}

/** A list with any depth of nesting. */
export function ListBlock({ list, isInner = false }: ListBlockProps) {
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  const { style, start, counterType = '', items } = list
  const isChecklist = style === 'checklist'
  const List = style === 'ordered' ? 'ol' : 'ul'
  return (
    // One direction for the whole list. Marks are at its start, regardless of the page's direction.
    <List
      className="stoa-post-list"
      data-style={isChecklist ? style : undefined}
      {...(!isInner && written(items.map((item) => item.content).join(' ')))}
      {...(style === 'ordered' && { start, type: COUNTERS.get(counterType) })}
    >
      {items.map((item, index) => (
        // Documents never change in part, so positions are stable keys.
        <li key={index}>
          {isChecklist && (
            <input
              type="checkbox"
              checked={item.meta?.checked ?? false}
              disabled
              aria-label={t(item.meta?.checked ? 'post.list.done' : 'post.list.open')}
            />
          )}
          <Inline text={item.content} />
          {item.items.length > 0 && <ListBlock list={{ style, counterType, items: item.items }} isInner />}
        </li>
      ))}
    </List>
  )
}
