import type { AriaAttributes, CSSProperties } from 'react'

/** Props that every component passes to its outermost element, besides `ref` and `data-` attributes. */
export interface RootProps extends AriaAttributes {
  /** Id of the outermost element. */
  id?: string | undefined
  /** Additional classes. */
  className?: string | undefined
  /** Inline style of the outermost element. */
  style?: CSSProperties | undefined
}

const PASSED_ON = /^(id$|style$|aria-|data-)/

/**
 * The attributes of a component's outermost element: its class, and the matching props. The class `stoa-part` resets
 * the page's inherited text styles.
 */
export function rootProps(props: RootProps, className: string): Record<string, unknown> & { className: string } {
  const root: ReturnType<typeof rootProps> = { className: `stoa-part ${className} ${props.className ?? ''}`.trim() }
  for (const [name, value] of Object.entries(props)) if (PASSED_ON.test(name)) root[name] = value
  return root
}
