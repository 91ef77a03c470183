import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { EditorHost } from '../view/host.ts'
import { nodeAt } from '../view/node-at.ts'

export interface FloatingProps extends HTMLAttributes<HTMLDivElement> {
  host: EditorHost
  /** What it stands beside, in coordinates of the window; null: nothing is shown. */
  anchor: () => Anchor | null
  /** Default `below`. The other side if there is more room. */
  side?: 'above' | 'below'
  /** The end of the anchor instead of its start. Default false. */
  atEnd?: boolean
  children: ReactNode
}

export type Anchor = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const GAP = 6

/** A box over the text. It follows its anchor whenever it is rendered, and scrolls with the text. */
export function Floating({ host, anchor, side = 'below', atEnd = false, children, ...rest }: FloatingProps) {
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = own.current
    const place = anchor()
    if (!box) return
    box.hidden = place === null
    if (!place) return
    const frame = host.frame.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = box
    const below = window.innerHeight - place.bottom - GAP - height
    const above = place.top - GAP - height
    const isAbove = side === 'above' ? above > 0 || above > below : below < 0 && above > below
    const isStart = (host.dir === 'ltr') !== atEnd
    const left = isStart ? place.left : place.right - width
    const max = Math.min(frame.width, window.innerWidth - frame.left) - width - GAP
    box.style.insetBlockStart = `${(isAbove ? place.top - GAP - height : place.bottom + GAP) - frame.top}px`
    box.style.left = `${Math.max(Math.min(left - frame.left, max), Math.min(GAP, max))}px`
  })
  return (
    <div {...rest} className={`stoa-editor-floating ${rest.className ?? ''}`} ref={own}>
      {children}
    </div>
  )
}

/** Where a range of the text is in the window. */
export function rectOf({ view }: EditorHost, { from, to }: { from: number; to: number }): Anchor {
  const start = view.coordsAtPos(from)
  const end = view.coordsAtPos(to, -1)
  const isOneLine = Math.abs(start.top - end.top) < 4
  const edge = view.dom.getBoundingClientRect()
  return {
    left: isOneLine ? Math.min(start.left, end.left) : edge.left,
    right: isOneLine ? Math.max(start.right, end.right) : edge.right,
    top: Math.min(start.top, end.top),
    bottom: Math.max(start.bottom, end.bottom),
  }
}

/** Where a block is in the window; null if it isn't there. */
export function rectOfBlock({ view }: EditorHost, pos: number): Anchor | null {
  const dom = nodeAt(view.state.doc, pos) ? view.nodeDOM(pos) : null
  return dom instanceof Element ? dom.getBoundingClientRect() : null
}
