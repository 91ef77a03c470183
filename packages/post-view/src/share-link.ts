/** What became of sharing: handed over, copied, given up by the person, or not possible here. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Hands a link to the system's share sheet, or to the clipboard where there is none. Never throws. */
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

/** Puts an address on the clipboard. Never throws. */
export async function copyLink(url: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
