import { createComponent, type EventName } from '@lit/react'
import React from 'react'
import { type ElementEvents, type ElementOptions, optionAttributes } from './options.ts'

/** Names the properties before the script has defined the elements, also where there is no DOM. */
class ElementShape extends (globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)) {}
for (const name of Object.keys(optionAttributes)) {
  Object.defineProperty(ElementShape.prototype, name, { configurable: true, writable: true, value: undefined })
}

const elementClass = ElementShape as unknown as new () => HTMLElement & ElementOptions
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
export const StoaCount = createComponent({ react: React, tagName: 'stoa-count', elementClass, events })
