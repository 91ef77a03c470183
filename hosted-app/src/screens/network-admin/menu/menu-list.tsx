import { type Announcements, closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { MenuSubitem } from '@stoa/contract'
import { Badge, Icon, Menu, useI18n, useTranslate, useWritten, Written } from '@stoa/ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { nameOf, type Targets, targetKey } from './menu-names.ts'
import { dropRow, type MenuRow, type Move, moveRow, placeOf, type Rows, removeRow } from './menu-tree.ts'
import { menuMessages } from './messages.ts'

/** How far an item is dragged per level, as in the style sheet. */
const INDENT = 36

export interface MenuListProps {
  rows: Rows
  targets: Targets
  language: string
  onChange: (rows: Rows) => void
  onEdit: (item: MenuSubitem) => void
}

/** The items in order. They are moved by dragging, with keys, or by the actions of their menus. */
export function MenuList({ rows, targets, language, onChange, onEdit }: MenuListProps) {
  const t = useTranslate(menuMessages)
  const { locale } = useI18n()
  const hint = useId()
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  /** The item that the arrow keys move, and the order to return to. */
  const [picked, setPicked] = useState<{ id: string; before: Rows } | null>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const name = (item: MenuSubitem) => nameOf(item, targets, language)
  const named = (id: unknown) => {
    const row = rows.find(({ item }) => item.id === id)
    return row ? name(row.item) : ''
  }
  function place(now: Rows, id: string): string {
    const { position, count, parent } = placeOf(now, id)
    return parent
      ? t('menu.place.below', { position, count, parent: name(parent) })
      : t('menu.place', { position, count })
  }
  const shiftOf = (x: number) => {
    const isMirrored = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    return Math.round((isMirrored ? -x : x) / INDENT)
  }
  /** Set by the last move of a drag, for its announcement. */
  const shift = useRef(0)
  const after = (id: string, overId: string) => dropRow(rows, { id, overId, shift: shift.current })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('menu.picked', { label: named(active.id), place: place(rows, String(active.id)) }),
    onDragOver: ({ active, over }) =>
      over
        ? t('menu.moved', {
            label: named(active.id),
            place: place(after(String(active.id), String(over.id)), String(active.id)),
          })
        : undefined,
    onDragEnd: ({ active, over }) =>
      t('menu.dropped', {
        label: named(active.id),
        place: place(over ? after(String(active.id), String(over.id)) : rows, String(active.id)),
      }),
    onDragCancel: ({ active }) => t('menu.canceled', { place: place(rows, String(active.id)) }),
  }

  function move(item: MenuSubitem, step: Move): void {
    const now = moveRow(rows, item.id, step)
    if (now !== rows) onChange(now)
    setSaid(t('menu.moved', { label: name(item), place: place(now, item.id) }))
  }

  function press(event: KeyboardEvent, item: MenuSubitem): void {
    const isPicked = picked?.id === item.id
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      setPicked(isPicked ? null : { id: item.id, before: rows })
      setSaid(t(isPicked ? 'menu.dropped' : 'menu.picked', { label: name(item), place: place(rows, item.id) }))
      return
    }
    if (!isPicked) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onChange(picked.before)
      setPicked(null)
      setSaid(t('menu.canceled', { place: place(picked.before, item.id) }))
      return
    }
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: Readonly<Record<string, Move>> = {
      ArrowUp: 'up',
      ArrowDown: 'down',
      ArrowRight: isMirrored ? 'out' : 'in',
      ArrowLeft: isMirrored ? 'in' : 'out',
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(item, step)
  }

  function remove(item: MenuSubitem): void {
    const index = rows.findIndex((row) => row.item.id === item.id)
    const now = removeRow(rows, item.id)
    onChange(now)
    setSaid(t('menu.removed', { label: name(item) }))
    const next = (now[index] ?? now.at(-1))?.item.id
    // Its menu had focus.
    setTimeout(() => {
      const target =
        next === undefined ? list.current : list.current?.querySelector<HTMLElement>(`[data-handle="${next}"]`)
      target?.focus()
    })
  }

  // A moved element loses focus in some browsers.
  useEffect(() => {
    if (!picked || rows.length === 0) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${picked.id}"]`)?.focus()
  }, [picked, rows])

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('menu.handle.hint') } }}
      onDragMove={({ delta }) => {
        shift.current = shiftOf(delta.x)
      }}
      onDragEnd={({ active, over, delta }) => {
        shift.current = shiftOf(delta.x)
        if (over) onChange(after(String(active.id), String(over.id)))
      }}
    >
      <SortableContext items={rows.map(({ item }) => item.id)} strategy={verticalListSortingStrategy}>
        <ul ref={list} className="stoa-app-menu-items" aria-label={t('menu.items')} lang={locale} tabIndex={-1}>
          {rows.map((row) => (
            <Row
              key={row.item.id}
              row={row}
              name={name(row.item)}
              targets={targets}
              hint={hint}
              isPicked={picked?.id === row.item.id}
              canMove={(step) => moveRow(rows, row.item.id, step) !== rows}
              onKey={(event) => press(event, row.item)}
              onLeave={() => setPicked((now) => (now?.id === row.item.id ? null : now))}
              onMove={(step) => move(row.item, step)}
              onEdit={() => onEdit(row.item)}
              onRemove={() => remove(row.item)}
            />
          ))}
        </ul>
      </SortableContext>
      <p id={hint} hidden>
        {t('menu.handle.hint')}
      </p>
      <p className="stoa-visually-hidden" role="status">
        {said}
      </p>
    </DndContext>
  )
}

interface RowProps {
  row: MenuRow
  name: string
  targets: Targets
  /** Id of the explanation of the keys. */
  hint: string
  isPicked: boolean
  canMove: (step: Move) => boolean
  onKey: (event: KeyboardEvent) => void
  onLeave: () => void
  onMove: (step: Move) => void
  onEdit: () => void
  onRemove: () => void
}

const STEPS = ['up', 'down', 'in', 'out'] as const

function Row(props: RowProps) {
  const written = useWritten()
  const { row, name, targets, hint, isPicked, canMove, onKey, onLeave, onMove, onEdit, onRemove } = props
  const t = useTranslate(menuMessages)
  const { item, depth } = row
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: item.id })
  const target = targets.get(targetKey(item))
  const problem = target?.problem ?? null
  const title = item.kind === 'link' ? item.target : target?.title || item.target
  return (
    <li
      ref={setNodeRef}
      className="stoa-app-menu-item"
      data-depth={depth}
      data-picked={isPicked || isDragging || undefined}
      style={transform ? { translate: `${transform.x}px ${transform.y}px`, transition } : undefined}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="stoa-app-menu-handle"
        data-handle={item.id}
        aria-label={t('menu.handle', { label: name })}
        aria-describedby={hint}
        aria-pressed={isPicked}
        onPointerDown={listeners?.onPointerDown as never}
        onKeyDown={onKey}
        onBlur={onLeave}
      >
        <Icon path="M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01" />
      </button>
      <div className="stoa-app-menu-words">
        <b {...written(name)}>{name}</b>
        <span className="stoa-app-muted">
          {t(`menu.kind.${item.kind}`)} · <Written>{title}</Written>
        </span>
      </div>
      {item.audience !== 'everyone' && <Badge>{t(`menu.audience.${item.audience}`)}</Badge>}
      {problem && (
        <Badge tone={problem === 'missing' ? 'danger' : 'warning'}>
          <span title={t(`menu.item.${problem}.hint`)}>{t(`menu.item.${problem}`)}</span>
        </Badge>
      )}
      <Menu
        label={t('menu.item.menu', { label: name })}
        items={[
          { id: 'edit', label: t('menu.item.edit'), group: 'edit', onSelect: onEdit },
          ...STEPS.filter(canMove).map((step) => ({
            id: step,
            label: t(`menu.item.${step}`),
            group: 'edit' as const,
            onSelect: () => onMove(step),
          })),
          { id: 'remove', label: t('menu.item.remove'), group: 'hide', danger: true, onSelect: onRemove },
        ]}
        note={problem ? t(`menu.item.${problem}.hint`) : undefined}
      />
    </li>
  )
}
