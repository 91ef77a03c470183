import type { ElementEvents } from './options.ts'

/** Sends one of the elements' events to the page. */
export function sendEvent<Name extends keyof ElementEvents>(
  host: HTMLElement,
  name: Name,
  detail: ElementEvents[Name]['detail'],
): void {
  host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}
