import type { ReactNode } from 'react'

/** Props of `EmptyState`. */
export interface EmptyStateProps {
  /** What is missing, in a few words. */
  title: string
  /** Why, or what to do about it. Default: nothing. */
  children?: ReactNode
  /** Icon above the title, 32 px. Default: none. */
  icon?: ReactNode
  /** Button or link for a next step. Default: none. */
  action?: ReactNode
  /** Heading level; 1 if it replaces the whole page. Default 2. */
  level?: 1 | 2 | 3 | undefined
}

/** Shown in place of a list or page: nothing yet, nothing found, failed to load. */
export function EmptyState({ title, children, icon, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="stoa-empty" data-level={level}>
      {icon}
      <Heading className="stoa-empty-title">{title}</Heading>
      {children ? <div className="stoa-empty-text">{children}</div> : null}
      {action}
    </div>
  )
}
