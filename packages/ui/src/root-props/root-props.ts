import type { AriaAttributes, CSSProperties } from 'react'

/** What every component passes on to its outermost element, beside `ref` and attributes that begin with `data-`. */
export interface RootProps extends AriaAttributes {
  /** Id of the outermost element. */
  id?: string | undefined
  /** Classes beside the component's own. */
  className?: string | undefined
  /** Inline style of the outermost element. */
  style?: CSSProperties | undefined
}

const PASSED_ON = /^(id$|style$|aria-|data-)/

/**
 * The attributes of a component's outermost element: its class, and those of its props that belong there. The class
 * `stoa-part` keeps text styles of the page around it out.
 */
export function rootProps(props: RootProps, className: string): Record<string, unknown> & { className: string } {
  const root: ReturnType<typeof rootProps> = { className: `stoa-part ${className} ${props.className ?? ''}`.trim() }
  for (const [name, value] of Object.entries(props)) if (PASSED_ON.test(name)) root[name] = value
  return root
}
