import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { showModal } from '../dialog/show-modal.ts'
import { translatable } from '../i18n/translatable.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { MoreIcon } from '../icons/icons.tsx'
import { nextItem } from './next-item.ts'

/** What an item is for. Menus show their groups in this order, with lines between them. */
export type MenuGroup = 'keep' | 'edit' | 'moderate' | 'hide' | 'settings' | 'leave'

const GROUPS: readonly (MenuGroup | undefined)[] = [undefined, 'keep', 'edit', 'moderate', 'hide', 'settings', 'leave']

/** A menu item. */
export interface MenuItem {
  /** Unique within the menu. */
  id: string
  /** Its text. */
  label: string
  /**
   * `keep` saves, copies or shows, `edit` changes, `moderate` decides for others, `hide` hides or reports,
   * `settings` is for the viewer’s account, `leave` signs out. Default: a group of its own, the first.
   */
  group?: MenuGroup | undefined
  /** A line below the text that explains it. Default: none. */
  hint?: string | undefined
  /** Number at its end. Default, and if 0: none. */
  count?: number | undefined
  /** Called when it is chosen. The menu is already closed, and focus is back on its button. Default: nothing. */
  onSelect?: (() => void) | undefined
  /** Target, which makes the item a link. Default: a button. */
  href?: string | undefined
  /** Icon before the text. Default: none. */
  icon?: ReactNode
  /** Marks an action that can't be undone, as the `danger` variant of `Button` does. Default false. */
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
  /** The items. Without any it only keeps the button's place. */
  items: readonly MenuItem[]
  /** Texts above groups. Default: none. */
  headings?: Partial<Record<MenuGroup, string>> | undefined
  /** A fact below the items. Default: none. */
  note?: string | undefined
  /** Icon of the button. Default: three dots. */
  icon?: ReactNode
  /** Size of the button. Default `s`. */
  size?: 's' | 'm' | undefined
  /** Initially open, for a menu whose code loads after its button was pressed. Default false. */
  defaultOpen?: boolean | undefined
  /** Called when it closes. Default: nothing. */
  onClose?: (() => void) | undefined
}

/**
 * A button with a list of actions: arrow keys, Home, End, first letters, Escape. On phones the list is a sheet at the
 * bottom of the screen.
 */
export function Menu(props: MenuProps) {
  const { label, items, icon = <MoreIcon />, size = 's', defaultOpen = false, onClose } = props
  const [open, setOpen] = useState(defaultOpen)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const shut = () => {
    setOpen(false)
    onClose?.()
  }
  const close = () => {
    // The button is inert until then.
    const sheet = root.current?.querySelector('dialog')
    if (sheet && 'close' in sheet) sheet.close()
    shut()
    button.current?.focus()
  }
  const shutNow = useRef(shut)
  const isEmpty = items.length === 0

  useLayoutEffect(() => {
    shutNow.current = shut
  })
  useLayoutEffect(() => {
    // The pressed button is gone.
    if (isEmpty && open) root.current?.focus()
  }, [isEmpty, open])
  useEffect(() => {
    const node = root.current
    if (!open || !node) return
    // The path includes elements in shadow roots, where `target` would be only the host element.
    const outside = (event: Event) => event.composedPath().includes(node) || shutNow.current()
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  return (
    <div className="stoa-menu" ref={root} data-size={size} tabIndex={isEmpty ? -1 : undefined}>
      {!isEmpty && (
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
      )}
      {open && !isEmpty && <OpenMenu {...props} id={id} root={root} onShut={shut} onClose={close} />}
    </div>
  )
}

interface OpenMenuProps extends Pick<MenuProps, 'label' | 'items' | 'headings' | 'note'> {
  id: string
  root: RefObject<HTMLDivElement | null>
  /** Closes it and leaves focus alone. */
  onShut: () => void
  /** Closes it and focuses its button. */
  onClose: () => void
}

/** As in the style sheets of dialogs. */
const NARROW = '(max-width: 40rem)'

function OpenMenu({ id, root, label, items, headings, note, onShut, onClose }: OpenMenuProps) {
  const [isSheet] = useState(() => globalThis.matchMedia?.(NARROW).matches ?? false)
  const popup = useRef<HTMLElement>(null)
  const groups = GROUPS.flatMap((group) => {
    const members = items.filter((item) => item.group === group)
    return members.length > 0 ? [{ members, heading: group && headings?.[group] }] : []
  })
  const ids = groups.flatMap(({ members }) => members.map((item) => item.id)).join()

  useLayoutEffect(() => {
    if (isSheet && popup.current) showModal(popup.current as HTMLDialogElement)
  }, [isSheet])
  // Runs before paint, so that keys go to the menu when it appears, or to items that replace the chosen one.
  useLayoutEffect(() => {
    const box = popup.current
    if (!ids || !box) return
    if (!isSheet && root.current) keepInside(box, root.current)
    const current = box.querySelector<HTMLElement>('[role="menuitem"]:focus')
    if (!current) box.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
  }, [ids, note, isSheet, root])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // From a sheet, too, it goes on to what follows the button.
    if (event.key === 'Tab') return isSheet ? onClose() : onShut()
    if (event.key === 'Escape') {
      event.preventDefault()
      // A surrounding dialog stays open.
      event.stopPropagation()
      return onClose()
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

  const content = (
    <>
      <div
        id={id}
        role="menu"
        aria-label={label}
        aria-describedby={note ? `${id}-note` : undefined}
        onKeyDown={onKeyDown}
      >
        {groups.map(({ members, heading }, at) => {
          const lines = members.map((item, index) => (
            <MenuLine key={item.id} item={item} isFirst={at + index === 0} onChoose={onClose} />
          ))
          return (
            <Fragment key={members[0]?.group ?? ''}>
              {at > 0 && <hr className="stoa-menu-line" />}
              {heading ? (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of menu items.
                <div role="group" aria-label={heading}>
                  <p className="stoa-menu-heading" aria-hidden="true">
                    {translatable(heading)}
                  </p>
                  {lines}
                </div>
              ) : (
                lines
              )}
            </Fragment>
          )
        })}
      </div>
      {note && (
        <p className="stoa-menu-note" id={`${id}-note`}>
          {translatable(note)}
        </p>
      )}
    </>
  )
  if (!isSheet) {
    return (
      <div className="stoa-menu-list" ref={popup as RefObject<HTMLDivElement>}>
        {content}
      </div>
    )
  }
  return (
    <dialog
      className="stoa-dialog stoa-menu-sheet"
      ref={popup as RefObject<HTMLDialogElement>}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Browsers may close it without asking.
      onClose={({ currentTarget }) => currentTarget.isConnected && onShut()}
      onClick={(event) => {
        // The inner box covers it completely, so a press on the dialog itself is on its backdrop.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="stoa-menu-box">{content}</div>
    </dialog>
  )
}

interface MenuLineProps {
  item: MenuItem
  /** The Tab key reaches it, so that a list that scrolls can be reached. */
  isFirst: boolean
  onChoose: () => void
}

function MenuLine({ item, isFirst, onChoose }: MenuLineProps) {
  const { label, hint, count = 0, icon, href, danger, disabled, staysOpen, onSelect } = item
  const look = {
    role: 'menuitem',
    tabIndex: isFirst ? 0 : -1,
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
      {count > 0 && (
        <>
          {' '}
          <span className="stoa-menu-count" translate="no">
            {count > 99 ? '99+' : count}
          </span>
        </>
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

/** Space between a popup and the window's edge. */
const GAP = 12

/**
 * Keeps a popup in the window: `data-above` if it doesn't fit below its anchor and there is more space above,
 * `--stoa-room` for the height it has there, `data-edge="start"` or `"end"` if it crosses that edge. The style sheets
 * handle the rest.
 */
export function keepInside(box: HTMLElement, anchor: HTMLElement): void {
  delete box.dataset.above
  delete box.dataset.edge
  box.style.removeProperty('--stoa-room')
  const { left, right, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const { top, bottom } = anchor.getBoundingClientRect()
  const below = clientHeight - bottom - GAP
  const above = top - GAP
  const isAbove = height > below && above > below
  if (isAbove) box.dataset.above = ''
  box.style.setProperty('--stoa-room', `${Math.floor(isAbove ? above : below)}px`)
  const rightToLeft = getComputedStyle(box).direction === 'rtl'
  if (left < 0) box.dataset.edge = rightToLeft ? 'end' : 'start'
  else if (right > clientWidth) box.dataset.edge = rightToLeft ? 'start' : 'end'
}
