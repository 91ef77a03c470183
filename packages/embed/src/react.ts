import type React from 'react'
import type { ElementAttributes, SignOnElement, StoaElement, StoaElements } from './elements.ts'
import type { ElementOptions } from './options.ts'
import type { SignOnProperties } from './session/sign-on.ts'
import { wrapElement } from './wrap-element.ts'

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

/** `<stoa-comments>` for React. Load the forum's `embed.js` once on the page. */
export const StoaComments = wrapElement<SignOnElement, SignOnOptions>('stoa-comments')
/** `<stoa-reactions>` for React. */
export const StoaReactions = wrapElement<SignOnElement, SignOnOptions>('stoa-reactions')
/** `<stoa-poll>` for React. */
export const StoaPoll = wrapElement<SignOnElement, SignOnOptions>('stoa-poll')
/** `<stoa-count>` for React. */
export const StoaCount = wrapElement<StoaElement, ElementOptions>('stoa-count')
