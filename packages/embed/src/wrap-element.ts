import { createElement, forwardRef, type HTMLAttributes, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { attributeOf, type ElementEvents, type ElementOptions, optionNames } from './options.ts'
import type { SignOn } from './session/sign-on.ts'

/** Events of an element as props. */
export interface EventProps {
  /** The element shows its content. */
  onReady?: ((event: ElementEvents['stoa-ready']) => void) | undefined
  /** This reader wrote a comment. */
  onComment?: ((event: ElementEvents['stoa-comment']) => void) | undefined
  /** Somebody signed in or out in the widget. */
  onSession?: ((event: ElementEvents['stoa-session']) => void) | undefined
  /** Something could not be loaded. */
  onError?: ((event: ElementEvents['stoa-error']) => void) | undefined
}

/** Props of a wrapper: the element's options and events, and all props of an HTML element. */
export type WrapperProps<Options> = Options & EventProps & Omit<HTMLAttributes<HTMLElement>, keyof EventProps>

const EVENTS = {
  onReady: 'stoa-ready',
  onComment: 'stoa-comment',
  onSession: 'stoa-session',
  onError: 'stoa-error',
} as const satisfies Record<keyof EventProps, keyof ElementEvents>

const OPTIONS: ReadonlySet<string> = new Set(optionNames)

/**
 * Creates the React component of an element. Its options are attributes, so that server-rendered HTML contains them.
 */
export function wrapElement<Element extends HTMLElement, Options extends ElementOptions & { sso?: SignOn | undefined }>(
  tag: string,
) {
  return forwardRef<Element, WrapperProps<Options>>(function StoaElement(props, outerRef) {
    const { sso, ...others } = props as WrapperProps<ElementOptions & { sso?: SignOn | undefined }>
    const [element, setElement] = useState<(Element & { sso?: SignOn | undefined }) | null>(null)
    const latest = useRef<EventProps>(others)
    useImperativeHandle(outerRef, () => element as Element, [element])
    useEffect(() => {
      latest.current = others
    })
    useEffect(() => {
      if (!element) return
      const ends = Object.entries(EVENTS).map(([prop, name]) => {
        const listener = (event: Event) => latest.current[prop as keyof EventProps]?.(event as never)
        element.addEventListener(name, listener)
        return () => element.removeEventListener(name, listener)
      })
      return () => ends.forEach((end) => end())
    }, [element])
    useEffect(() => {
      if (element && (sso || element.sso)) Object.assign(element, { sso })
    }, [element, sso])
    return createElement(tag, { ...attributesOf(others), ref: setElement })
  })
}

function attributesOf(props: object): Record<string, unknown> {
  const entries = Object.entries(props).filter(([name]) => !(name in EVENTS))
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]) => {
      // React doesn't translate this name on custom elements.
      if (name === 'className') return ['class', value]
      if (!OPTIONS.has(name)) return [name, value]
      return [attributeOf(name), typeof value === 'boolean' ? (value ? '' : undefined) : value]
    }),
  )
}
