/** Matches content, which a region without toasts isn't. */
const CONTENT = ':scope > :not(.stoa-toasts), .stoa-toast'

/** Collapses an element without content, regardless of the height that the page has reserved for it. */
export function collapseIfEmpty(host: HTMLElement, container: Element): void {
  host.toggleAttribute('data-stoa-empty', container.querySelector(CONTENT) === null)
}
