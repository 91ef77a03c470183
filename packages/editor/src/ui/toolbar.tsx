import { IconButton, type IconButtonProps, isComposing, Tooltip } from '@stoa/ui'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { EditorHost } from '../view/host.ts'

export interface ToolbarProps {
  host: EditorHost
  label: string
  /** Takes the focus when it appears. Default false. */
  takesFocus?: boolean
  onLeave?: () => void
  children: ReactNode
}

/** Buttons in a row: one of them is reached by Tab, the others by arrow keys. Escape returns to the text. */
export function Toolbar({ host, label, takesFocus = false, onLeave, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const buttons = () => [
    ...(bar.current?.querySelectorAll<HTMLElement>('.stoa-editor-tool, .stoa-menu > button') ?? []),
  ]
  // After each change of its buttons.
  useEffect(() => {
    const all = buttons()
    const reached = all.find((button) => button === document.activeElement) ?? all[0]
    for (const button of all) button.tabIndex = button === reached ? 0 : -1
  })
  useEffect(() => {
    if (takesFocus) buttons()[0]?.focus()
  }, [takesFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onLeave?.()
      host.view.focus()
      return
    }
    const all = buttons()
    const at = all.indexOf(event.target as HTMLElement)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (at < 0 || step === undefined) return
    event.preventDefault()
    const next = all[(at + (host.dir === 'rtl' ? -step : step) + all.length) % all.length]
    for (const button of all) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  }
  return (
    <div
      ref={bar}
      className="stoa-editor-toolbar"
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      // A press leaves the caret where it is.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  )
}

export interface ToolProps extends Omit<IconButtonProps, 'size'> {
  /** Its keys. Default: none. */
  keys?: string | undefined
}

/** A button of a toolbar, with its name beside the pointer. */
export function Tool({ label, keys, ...rest }: ToolProps) {
  return (
    <Tooltip text={keys ? `${label} (${keys})` : label}>
      <IconButton {...rest} label={label} size="s" className="stoa-editor-tool" />
    </Tooltip>
  )
}

export function isApple(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
}
