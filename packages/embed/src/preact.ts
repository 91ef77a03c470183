import type { HTMLAttributes } from 'preact'
import type { ElementAttributes, StoaElements } from './elements.ts'

type ElementProps<Element extends EventTarget> = Omit<HTMLAttributes<Element>, keyof ElementAttributes> &
  ElementAttributes

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'stoa-comments': ElementProps<StoaElements['stoa-comments']>
      'stoa-reactions': ElementProps<StoaElements['stoa-reactions']>
      'stoa-poll': ElementProps<StoaElements['stoa-poll']>
      'stoa-count': ElementProps<StoaElements['stoa-count']>
    }
  }
}
