import type { Consent, ConsentPurpose } from '@stoa/contract'
import type { ElementEvents, ElementOptions } from './options.ts'
import type { SignOnProperties } from './session/sign-on.ts'

/** A Stoa element, as scripts of the page see it. */
export type StoaElement = HTMLElement &
  ElementOptions & {
    /**
     * What the page's visitor allows, from the cookie `stoa_consent` of the page's site. Nothing before a choice, and with
     * Do Not Track or Global Privacy Control. Setting it stores the choice and sends `stoa-consent`.
     */
    get consent(): Consent
    set consent(allowed: Readonly<Record<ConsentPurpose, boolean>>)
  }

/** An element in which readers can take part. Its page may sign them in. */
export type SignOnElement = StoaElement & SignOnProperties

/** All elements by tag name. */
export interface StoaElements {
  'stoa-comments': SignOnElement
  'stoa-reactions': SignOnElement
  'stoa-poll': SignOnElement
  'stoa-count': StoaElement
}

type Kebab<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Text

/** Options as attributes, and handlers of the element's events. */
export type ElementAttributes = { [Name in keyof ElementOptions as Kebab<Name>]: ElementOptions[Name] } & {
  [Name in keyof ElementEvents as `on${Name}`]?: (event: ElementEvents[Name]) => void
}

declare global {
  interface HTMLElementTagNameMap extends StoaElements {}
  interface HTMLElementEventMap extends ElementEvents {}
}
