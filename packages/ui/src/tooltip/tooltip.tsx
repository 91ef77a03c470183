import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { keepInside } from '../menu/menu.tsx'

/** Props of `Tooltip`. */
export interface TooltipProps {
  /** A short, non-essential explanation. */
  text: string
  /** One focusable element, such as a button or a link. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** Explains a control to pointer, keyboard and screen reader users. It can be hovered, and Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (!open) return
    if (box.current?.parentElement) keepInside(box.current, box.current.parentElement)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])

  return (
    <span
      className="stoa-tooltip"
      onPointerEnter={(event) => {
        // Touch has no hover, so the tooltip would stay and cover the pressed control.
        if (event.pointerType !== 'touch') setOpen(true)
      }}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onClick={() => setOpen(false)}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span className="stoa-tooltip-text" role="tooltip" id={id} ref={box} data-open={open || undefined}>
        {text}
      </span>
    </span>
  )
}
