import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../icon-button/icon-button.tsx'
import { MoreIcon } from '../icons/icons.tsx'
import { nextItem } from './next-item.ts'

/** A menu item. */
export interface MenuItem {
  /** Unique within the menu. */
  id: string
  /** Its text. */
  label: string
  /** A line below the text that explains it. Default: none. */
  hint?: string | undefined
  /** Called when it is chosen. The menu is already closed, and focus is back on its button. Default: nothing. */
  onSelect?: (() => void) | undefined
  /** Target, which makes the item a link. Default: a button. */
  href?: string | undefined
  /** Icon before the text. Default: none. */
  icon?: ReactNode
  /** Marks an action that can't be undone. Default false. */
  danger?: boolean | undefined
  /** Shown but can't be chosen. Default false. */
  disabled?: boolean | undefined
  /** Choosing it leaves the menu open, for items that replace it. Default false. */
  staysOpen?: boolean | undefined
}

/** Props of `Menu`. */
export interface MenuProps {
  /** Label of the button that opens it and of the menu. */
  label: string
  /** The items. */
  items: readonly MenuItem[]
  /** Icon of the button. Default: three dots. */
  icon?: ReactNode
  /** Size of the button. Default `s`. */
  size?: 's' | 'm' | undefined
  /** Initially open, for a menu whose code loads after its button was pressed. Default false. */
  defaultOpen?: boolean | undefined
  /** Called when it closes. Default: nothing. */
  onClose?: (() => void) | undefined
}

/** A button with a list of actions: arrow keys, Home, End, first letters, Escape. */
export function Menu({ label, items, icon = <MoreIcon />, size = 's', defaultOpen = false, onClose }: MenuProps) {
  const [open, setOpen] = useState(defaultOpen)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const shut = () => {
    setOpen(false)
    onClose?.()
  }
  const close = () => {
    shut()
    button.current?.focus()
  }
  const shutNow = useRef(shut)
  const ids = items.map((item) => item.id).join()

  useLayoutEffect(() => {
    shutNow.current = shut
  })
  // Runs before paint, so that keys go to the menu when it appears, or to items that replace the chosen one.
  useLayoutEffect(() => {
    const node = root.current
    const list = node?.querySelector<HTMLElement>('[role="menu"]')
    if (!open || !ids || !node || !list) return
    keepInside(list, node)
    if (!list.querySelector(':focus')) {
      list.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
    }
  }, [open, ids])
  useEffect(() => {
    const node = root.current
    if (!open || !node) return
    // The path includes elements in shadow roots, where `target` would be only the host element.
    const outside = (event: Event) => event.composedPath().includes(node) || shutNow.current()
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') return shut()
    if (event.key === 'Escape') {
      event.preventDefault()
      // A surrounding dialog stays open.
      event.stopPropagation()
      return close()
    }
    const line = event.target as HTMLElement
    if (event.key === ' ' && line instanceof HTMLAnchorElement) {
      event.preventDefault()
      return line.click()
    }
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const at = lines.indexOf(line)
    const next = nextItem(
      event.key,
      at,
      lines.map(({ textContent }) => textContent ?? ''),
    )
    if (next === undefined) return
    event.preventDefault()
    lines[next]?.focus()
  }

  return (
    <div className="stoa-menu" ref={root}>
      <IconButton
        ref={button}
        label={label}
        icon={icon}
        size={size}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? shut() : setOpen(true))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open ? (
        <div className="stoa-menu-list" id={id} role="menu" aria-label={label} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <MenuLine key={item.id} item={item} onChoose={close} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

function MenuLine({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const { label, hint, icon, href, danger, disabled, staysOpen, onSelect } = item
  const look = {
    role: 'menuitem',
    tabIndex: -1,
    className: 'stoa-menu-item',
    'data-danger': danger || undefined,
    'aria-disabled': disabled || undefined,
    onClick({ detail }: MouseEvent) {
      // The second press of a double one was meant for the replaced item.
      if (disabled || detail > 1) return
      if (!staysOpen) onChoose()
      onSelect?.()
    },
  } as const
  const content = (
    <>
      {icon}
      {hint === undefined ? (
        label
      ) : (
        <span>
          {label} <span className="stoa-menu-hint">{hint}</span>
        </span>
      )}
    </>
  )
  return href === undefined || disabled ? (
    <button type="button" {...look}>
      {content}
    </button>
  ) : (
    <a href={href} {...look}>
      {content}
    </a>
  )
}

/**
 * Marks a popup that would leave the window: `data-above` if there is more space above, `data-edge="start"` or `"end"`
 * if it crosses that edge. The style sheets handle the rest.
 */
export function keepInside(box: HTMLElement, anchor: HTMLElement): void {
  const { left, right, bottom, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  if (bottom > clientHeight && anchor.getBoundingClientRect().top > height) box.dataset.above = ''
  const rightToLeft = getComputedStyle(box).direction === 'rtl'
  if (left < 0) box.dataset.edge = rightToLeft ? 'end' : 'start'
  else if (right > clientWidth) box.dataset.edge = rightToLeft ? 'start' : 'end'
}
