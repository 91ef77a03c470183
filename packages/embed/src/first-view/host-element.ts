import type { ElementEvents } from '../options.ts'

/** Dispatches one of the elements' events. */
export function sendEvent<Name extends keyof ElementEvents>(
  host: HTMLElement,
  name: Name,
  detail: ElementEvents[Name]['detail'],
): void {
  // A page may reserve height for the element until then.
  if (name === 'stoa-ready' || name === 'stoa-error') host.dataset.stoaReady = ''
  host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}

/** Matches content, which a region without toasts isn't. */
const CONTENT = ':scope > :not(.stoa-toasts), .stoa-toast'

/** Collapses an element without content, regardless of the height that the page has reserved for it. */
export function collapseIfEmpty(host: HTMLElement, container: Element): void {
  host.toggleAttribute('data-stoa-empty', container.querySelector(CONTENT) === null)
}
