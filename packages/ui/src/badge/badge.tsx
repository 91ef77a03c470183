import type { ReactNode } from 'react'
import { translatable } from '../i18n/translatable.tsx'

/** Props of `Badge`. */
export interface BadgeProps {
  /** A word or a number. */
  children: ReactNode
  /** Its meaning. Default `neutral`. */
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | undefined
}

/** Labels the thing next to it: a role, a topic, a state. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  return (
    <span className="stoa-badge" data-tone={tone}>
      {translatable(children)}
    </span>
  )
}
