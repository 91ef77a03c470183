import type { CommentSort } from '@stoa/contract'
import { translatable, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { threadMessages } from './messages.ts'

/** The order of a thread, and a choice of others. */
export interface SortChoice {
  sort: CommentSort
  onSort: (sort: CommentSort) => void
}

/** Props of `ThreadHeader`. */
export interface ThreadHeaderProps {
  /** Id of the heading, which labels the thread. */
  id: string
  /** Number of comments and replies. */
  total: number
  /** Number of new comments. Default 0. */
  newCount?: number | undefined
  /** Order of the list. */
  sort: CommentSort
  /** Called with the order that the reader chooses. Default: it can't be chosen. */
  onSort?: ((sort: CommentSort) => void) | undefined
  /** Shows the choice of an order. Default: a native select, which widgets can afford. */
  renderSort?: ((choice: SortChoice) => ReactNode) | undefined
  /** Actions on the whole thread. Default: nothing. */
  menu?: ReactNode
}

export const SORTS = ['top', 'new', 'old', 'active'] as const

/** The number of comments, and their order. */
export function ThreadHeader({ id, total, newCount = 0, sort, onSort, renderSort, menu }: ThreadHeaderProps) {
  const t = useTranslate(threadMessages)
  return (
    <header className="stoa-comments-header">
      <h2 id={id} className="stoa-comments-title">
        {translatable(t('comment.count', { count: total }))}
        {newCount > 0 && <span className="stoa-comments-new"> · {t('comment.new.count', { count: newCount })}</span>}
      </h2>
      {total > 1 && onSort && renderSort?.({ sort, onSort })}
      {total > 1 && onSort && !renderSort && (
        <select
          className="stoa-comments-sort"
          aria-label={t('comment.sort.label')}
          value={sort}
          onChange={(event) => onSort(event.currentTarget.value as CommentSort)}
        >
          {SORTS.map((name) => (
            <option key={name} value={name}>
              {t(`comment.sort.${name}`)}
            </option>
          ))}
        </select>
      )}
      {menu}
    </header>
  )
}
