/** Result of sharing: shared, copied, canceled, or not possible here. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Makes a short address for a long one; rejects if there is none. */
export type Shorten = (url: string) => Promise<string>

/** Browsers open the share sheet and write to the clipboard for a few seconds after a press only. */
const SHORTEN_WITHIN_MS = 1500

/** The short address, or the original one if it takes too long or fails. */
export async function shortened(url: string, shorten?: Shorten): Promise<string> {
  if (!shorten) return url
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(url), SHORTEN_WITHIN_MS)
    const finish = (link: string) => {
      clearTimeout(timer)
      resolve(link)
    }
    shorten(url).then(finish, () => finish(url))
  })
}

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
