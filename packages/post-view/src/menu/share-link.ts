/** Result of sharing: shared, copied, canceled, or not possible here. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Passes a link to the system's share sheet, or else to the clipboard. Never throws. */
export async function shareLink(link: { title: string; url: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(link)
      return 'shared'
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'cancelled'
    }
  }
  return copyLink(link.url)
}

/** Copies an address to the clipboard. Never throws. */
export async function copyLink(url: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
