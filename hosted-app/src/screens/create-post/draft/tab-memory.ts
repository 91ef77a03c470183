const PREFIX = 'stoa.writing:'

/** The key under which this tab has stored its form, although others begin there too. Empty: the usual one. */
export function keyOfThisTab(usualKey: string): string {
  try {
    return sessionStorage.getItem(PREFIX + usualKey) ?? ''
  } catch {
    return ''
  }
}

export function rememberKey(usualKey: string, key: string): void {
  try {
    sessionStorage.setItem(PREFIX + usualKey, key)
  } catch {
    // After a reload, it is shown once the other form is done.
  }
}
