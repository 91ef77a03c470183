import type { ReactNode } from 'react'

/** Props of `EmptyState`. */
export interface EmptyStateProps {
  /** What is not there, in a few words. */
  title: string
  /** Why, or what to do about it. Default: nothing. */
  children?: ReactNode
  /** Icon above the title, 32 px. Default: none. */
  icon?: ReactNode
  /** The button or link that fills the gap. Default: none. */
  action?: ReactNode
}

/** Stands where a list or a page would be: nothing yet, nothing found, failed to load. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="stoa-empty">
      {icon}
      <p className="stoa-empty-title">{title}</p>
      {children ? <div className="stoa-empty-text">{children}</div> : null}
      {action}
    </div>
  )
}
