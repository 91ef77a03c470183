/** Where the router stores scroll positions of history entries, in session storage. */
export const SCROLL_KEY = 'stoa.scroll'

/** The scroll position of a history entry when the page was left; null if unknown. */
export function placeOf(entry: string): number | null {
  try {
    const places = JSON.parse(window.sessionStorage.getItem(SCROLL_KEY) ?? '{}') as Record<string, unknown>
    const place = places[entry]
    return typeof place === 'number' ? place : null
  } catch {
    // Storage is blocked, or contains other data.
    return null
  }
}
