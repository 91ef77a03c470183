import { createComponent, type EventName } from '@lit/react'
import React from 'react'
import type { ElementAttributes, SignOnElement, StoaElement, StoaElements } from './elements.ts'
import { type ElementEvents, optionNames } from './options.ts'

type ElementProps<Element> = Omit<
  React.DetailedHTMLProps<React.HTMLAttributes<Element>, Element>,
  keyof ElementAttributes
> &
  ElementAttributes

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

/** Declares the properties before the script defines the elements, also without a DOM. */
class ElementShape extends (globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)) {}
for (const name of [...optionNames, 'sso']) {
  Object.defineProperty(ElementShape.prototype, name, { configurable: true, writable: true, value: undefined })
}

const elementClass = ElementShape as unknown as new () => SignOnElement
const countClass = ElementShape as unknown as new () => StoaElement
const events = {
  onReady: 'stoa-ready' as EventName<ElementEvents['stoa-ready']>,
  onComment: 'stoa-comment' as EventName<ElementEvents['stoa-comment']>,
  onSession: 'stoa-session' as EventName<ElementEvents['stoa-session']>,
  onError: 'stoa-error' as EventName<ElementEvents['stoa-error']>,
}

/** `<stoa-comments>` for React. Load the forum's `embed.js` once on the page. */
export const StoaComments = createComponent({ react: React, tagName: 'stoa-comments', elementClass, events })
/** `<stoa-reactions>` for React. */
export const StoaReactions = createComponent({ react: React, tagName: 'stoa-reactions', elementClass, events })
/** `<stoa-poll>` for React. */
export const StoaPoll = createComponent({ react: React, tagName: 'stoa-poll', elementClass, events })
/** `<stoa-count>` for React. */
export const StoaCount = createComponent({ react: React, tagName: 'stoa-count', elementClass: countClass, events })
