import { useTranslate, useWritten } from '@stoa/ui'
import { Inline } from '../inline.tsx'
import { postViewMessages } from '../messages.ts'
import type { TableData } from '../read-blocks.ts'

export interface TableBlockProps {
  /** The table. Rows have equal lengths. */
  table: Omit<TableData, 'type'>
}

/** A table of a post. A wide one scrolls by itself, by keyboard, too. */
export function TableBlock({ table }: TableBlockProps) {
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  const { withHeadings, stretched, rows } = table
  const [head, ...body] = withHeadings ? rows : [undefined, ...rows]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling by keyboard
    <div className="stoa-post-table" role="group" aria-label={t('post.table')} tabIndex={0}>
      {/* One direction for all columns, in which cells may have texts of another one. */}
      <table data-stretched={stretched || undefined} {...written(rows.flat().join(' '))}>
        {head && (
          <thead>
            <tr>
              {head.map((cell, index) => (
                // Documents never change in part, so positions are stable keys.
                <th key={index} scope="col">
                  <Inline text={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row?.map((cell, column) => (
                <td key={column}>
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
