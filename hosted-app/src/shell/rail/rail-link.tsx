import { VisuallyHidden } from '@stoa/ui'
import type { ReactNode } from 'react'
import { shownCount } from '../shown-count.ts'

interface RailLinkProps {
  href: string
  path: string
  icon: ReactNode
  text: ReactNode
  /** Accessible name with the count. Default: the text. */
  label?: string
  /** Number beside it. Default, and if 0: none. */
  count?: number | undefined
  /** The number is news for the viewer, not an amount. Default false. */
  isForViewer?: boolean
  /** Marks it as unread, with this text for screen readers. Default: no mark. */
  note?: string | undefined
}

/** A place of the rail. */
export function RailLink({ href, path, icon, text, label, count = 0, isForViewer = false, note }: RailLinkProps) {
  return (
    <li>
      <a
        className="stoa-app-rail-link"
        href={href}
        aria-label={label}
        aria-current={isAt(path, href) ? 'page' : undefined}
        data-unread={note === undefined ? undefined : ''}
      >
        {icon}
        <span className="stoa-app-rail-text">{text}</span>
        {count > 0 && (
          <span className="stoa-app-rail-count" data-tone={isForViewer ? 'news' : undefined} translate="no">
            {shownCount(count)}
          </span>
        )}
        {note !== undefined && <VisuallyHidden>{note}</VisuallyHidden>}
      </a>
    </li>
  )
}

/** Whether a page belongs to a place. The home page has no pages below it. */
function isAt(path: string, href: string): boolean {
  return path === href || (href !== '/' && path.startsWith(`${href}/`))
}
