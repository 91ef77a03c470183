/** Where the router keeps how far each entry of the history was scrolled, in the tab's own storage. */
export const SCROLL_KEY = 'stoa.scroll'

/** How far down the reader was on an entry of the history when the page went; null when that is not known. */
export function placeOf(entry: string): number | null {
  try {
    const places = JSON.parse(window.sessionStorage.getItem(SCROLL_KEY) ?? '{}') as Record<string, unknown>
    const place = places[entry]
    return typeof place === 'number' ? place : null
  } catch {
    // The storage is refused, or holds something else.
    return null
  }
}
