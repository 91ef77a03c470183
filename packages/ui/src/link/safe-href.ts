const ANYWHERE = 'https://stoa.invalid'

/** Whether an address may be linked: http and https, or a path on this origin. */
export function isSafeHref(href: string): boolean {
  try {
    const { protocol } = new URL(href, ANYWHERE)
    return protocol === 'https:' || protocol === 'http:'
  } catch {
    return false
  }
}

/** Whether an address explicitly names another host than the page's. */
export function isExternalHref(href: string): boolean {
  try {
    return new URL(href, ANYWHERE).origin !== ANYWHERE
  } catch {
    return false
  }
}
