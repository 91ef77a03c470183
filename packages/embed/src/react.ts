import { createComponent } from '@lit/react'
import React from 'react'
import type { ElementAttributes, SignOnElement, StoaElement, StoaElements } from './elements.ts'
import { attributeOf, type ElementEvents, type ElementOptions, optionNames } from './options.ts'
import type { SignOnProperties } from './session/sign-on.ts'

type ElementProps<Element> = Omit<
  React.DetailedHTMLProps<React.HTMLAttributes<Element>, Element>,
  keyof ElementAttributes
> &
  ElementAttributes

type SignOnOptions = ElementOptions & SignOnProperties

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'stoa-comments': ElementProps<StoaElements['stoa-comments']>
      'stoa-reactions': ElementProps<StoaElements['stoa-reactions']>
      'stoa-poll': ElementProps<StoaElements['stoa-poll']>
      'stoa-count': ElementProps<StoaElements['stoa-count']>
    }
  }
}

/** Events of an element as props. */
interface EventProps {
  /** The element shows its content. */
  onReady?: ((event: ElementEvents['stoa-ready']) => void) | undefined
  /** This reader wrote a comment. */
  onComment?: ((event: ElementEvents['stoa-comment']) => void) | undefined
  /** Somebody signed in or out in the widget. */
  onSession?: ((event: ElementEvents['stoa-session']) => void) | undefined
  /** The page's visitor has made or changed their choice about statistics and ads. */
  onConsent?: ((event: ElementEvents['stoa-consent']) => void) | undefined
  /** Something could not be loaded. */
  onError?: ((event: ElementEvents['stoa-error']) => void) | undefined
}

const events = {
  onReady: 'stoa-ready',
  onComment: 'stoa-comment',
  onSession: 'stoa-session',
  onConsent: 'stoa-consent',
  onError: 'stoa-error',
} as const satisfies Record<keyof EventProps, keyof ElementEvents>

/** Props of a wrapper: the element's options and events, and all props of an HTML element. */
type WrapperProps<Options> = Options & EventProps & Omit<React.HTMLAttributes<HTMLElement>, keyof EventProps>

/**
 * Stands in for an element's class, which only the forum's script has. What is on its prototype becomes a property once
 * the element is there; everything else is an attribute, which server-rendered HTML contains.
 */
class ElementStub {}
Object.defineProperty(ElementStub.prototype, 'sso', {})

const options: ReadonlySet<string> = new Set(optionNames)

function wrapElement<Element extends StoaElement, Options extends ElementOptions>(tagName: keyof StoaElements) {
  const elementClass = ElementStub as new () => Element
  const Wrapped: React.ElementType = createComponent({
    react: React,
    tagName,
    elementClass,
    events,
    displayName: tagName,
  })
  return React.forwardRef<Element, WrapperProps<Options>>(function StoaElement(props, ref) {
    return React.createElement(Wrapped, { ...attributesOf(props), ref })
  })
}

function attributesOf(props: object): Record<string, unknown> {
  const entries = (Object.entries(props) as [string, unknown][]).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    // React 18 would write `true` as text.
    entries.map(([name, value]) =>
      options.has(name) ? [attributeOf(name), value === true ? '' : value] : [name, value],
    ),
  )
}

/** `<stoa-comments>` for React. Load the forum's `embed.js` once on the page. */
export const StoaComments = wrapElement<SignOnElement, SignOnOptions>('stoa-comments')
/** `<stoa-reactions>` for React. */
export const StoaReactions = wrapElement<SignOnElement, SignOnOptions>('stoa-reactions')
/** `<stoa-poll>` for React. */
export const StoaPoll = wrapElement<SignOnElement, SignOnOptions>('stoa-poll')
/** `<stoa-count>` for React. */
export const StoaCount = wrapElement<StoaElement, ElementOptions>('stoa-count')
