import type { ElementEvents, ElementOptions } from './options.ts'
import type { SignOnProperties } from './sign-in/sign-on.ts'

/** An element of Stoa's as a script of the page has it. */
export type StoaElement = HTMLElement & ElementOptions

/** An element that shows something to take part in; its page may sign readers in. */
export type SignOnElement = StoaElement & SignOnProperties

/** All elements by the name of their tag. */
export interface StoaElements {
  'stoa-comments': SignOnElement
  'stoa-reactions': SignOnElement
  'stoa-poll': SignOnElement
  'stoa-count': StoaElement
}

type Kebab<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Text

/** Options as the markup has them, and what hears of an element's events there. */
export type ElementAttributes = { [Name in keyof ElementOptions as Kebab<Name>]: ElementOptions[Name] } & {
  [Name in keyof ElementEvents as `on${Name}`]?: (event: ElementEvents[Name]) => void
}

declare global {
  interface HTMLElementTagNameMap extends StoaElements {}
  interface HTMLElementEventMap extends ElementEvents {}
}
