import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { CompactNumber } from '../compact-number/compact-number.tsx'
import { useI18n } from '../i18n/i18n-context.ts'
import { nextItem } from '../menu/next-item.ts'

/** One tab. */
export interface Tab {
  /** Unique within its tabs. */
  id: string
  /** Its text. */
  label: string
  /** Number of items. Null: none or unknown, with reserved space. Default: not shown, without space. */
  count?: number | null | undefined
  /** There are more than `count`, which is shown as "1K+". Default false. */
  isAtLeast?: boolean | undefined
}

/** Props of `Tabs`. */
export interface TabsProps {
  /** Name of the group, for screen readers. */
  label: string
  /** The tabs. */
  tabs: readonly Tab[]
  /** Id of the current tab. */
  current: string
  /** Called with the id of the chosen tab. */
  onChange: (id: string) => void
  /** Content of the current tab. */
  children?: ReactNode
}

/** Several views in one place, one of them visible. If each view has an address, use `TabLinks`. */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const { dir } = useI18n()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [back, onwards] = dir === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
    const key = event.key === back ? 'ArrowUp' : event.key === onwards ? 'ArrowDown' : event.key
    if (key === event.key && key !== 'Home' && key !== 'End') return
    const at = tabs.findIndex((tab) => tab.id === current)
    const next = nextItem(
      key,
      at,
      tabs.map((tab) => tab.label),
    )
    const chosen = next === undefined ? undefined : tabs[next]
    if (!chosen) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus()
    onChange(chosen.id)
  }
  return (
    <div className="stoa-tabs">
      <div className="stoa-tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="stoa-tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `${id}-panel` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            <TabText {...tab} />
          </button>
        ))}
      </div>
      {/* Focusable, since a panel may contain no control. */}
      <div
        className="stoa-tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  )
}

/** Text and count of a tab. */
export function TabText({ label, count, isAtLeast = false }: Pick<Tab, 'label' | 'count' | 'isAtLeast'>) {
  return (
    <>
      {label}
      {count === undefined ? null : (
        <span className="stoa-tab-count" aria-hidden={count === null || undefined}>
          <CompactNumber value={count ?? 0} />
          {isAtLeast && '+'}
        </span>
      )}
    </>
  )
}
