import type { MouseEvent, ReactNode } from 'react'
import { Written } from '../i18n/written.tsx'
import { TopicDot } from '../topic/topic.tsx'

/** An option of a `SegmentedControl` or of `FilterChips`. */
export interface ChoiceOption<Value extends string> {
  /** Its value. */
  value: Value
  /** Its label. */
  label: ReactNode
  /** Address of the page with it, which makes it a link. Default: a button. */
  href?: string | undefined
  /** A topic's color, as a dot before the label. Default: no dot. */
  color?: string | undefined
}

/** Props of `SegmentedControl` and `FilterChips`. */
export interface ChoiceProps<Value extends string> {
  /** Name of the group, for screen readers. */
  label: string
  /** The options. */
  options: readonly ChoiceOption<Value>[]
  /** The chosen one; null: none. */
  value: Value | null
  /**
   * Called with the chosen value, before the browser follows a link; `preventDefault()` stays on the page. Not called for
   * presses that open a link elsewhere. Default: nothing.
   */
  onChoose?: ((value: Value, event: MouseEvent) => void) | undefined
}

/** Chooses an order or another short setting: few options side by side, always one of them. */
export function SegmentedControl<Value extends string>(props: ChoiceProps<Value>) {
  return <Choice {...props} className="stoa-segments" />
}

/** Chooses what a list shows. Chips that don't fit scroll sideways. */
export function FilterChips<Value extends string>(props: ChoiceProps<Value>) {
  return <Choice {...props} className="stoa-chips stoa-scroll-row" />
}

function Choice<Value extends string>({
  label,
  options,
  value: chosen,
  onChoose,
  className,
}: ChoiceProps<Value> & { className: string }) {
  const items = options.map(({ value, label: text, href, color }) => {
    const content = (
      <>
        {color !== undefined && <TopicDot color={color} />}
        {color !== undefined && typeof text === 'string' ? <Written>{text}</Written> : text}
      </>
    )
    const press = (event: MouseEvent) => {
      if (!(event.metaKey || event.ctrlKey || event.shiftKey)) onChoose?.(value, event)
    }
    return href === undefined ? (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={press}>
        {content}
      </button>
    ) : (
      <a key={value} href={href} aria-current={value === chosen ? 'page' : undefined} onClick={press}>
        {content}
      </a>
    )
  })
  return options.some(({ href }) => href !== undefined) ? (
    <nav className={className} aria-label={label}>
      {items}
    </nav>
  ) : (
    <div className={className} role="group" aria-label={label}>
      {items}
    </div>
  )
}
