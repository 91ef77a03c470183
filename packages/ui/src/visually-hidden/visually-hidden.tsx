import type { ReactNode } from 'react'

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { /** The text. */ children: ReactNode }) {
  return <span className="stoa-visually-hidden">{children}</span>
}
