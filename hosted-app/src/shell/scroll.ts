/** Where the router stores scroll positions of history entries, in session storage. */
export const SCROLL_KEY = 'stoa.scroll'

/** The scroll position of a history entry when the page was left; null if unknown. */
export function positionOf(entry: string): number | null {
  try {
    const positions = JSON.parse(window.sessionStorage.getItem(SCROLL_KEY) ?? '{}') as Record<string, unknown>
    const position = positions[entry]
    return typeof position === 'number' ? position : null
  } catch {
    // Storage is blocked, or contains other data.
    return null
  }
}
