/** Whether the server still has the program that this page runs. */
export interface Renewal {
  /** A part of the program did not come: finds out whether a newer one has taken its place. */
  look(): Promise<void>
  /**
   * True when the next page has to come from the server whole, with the newer program. Says so once for a program, so
   * that a server which keeps sending the old one is not asked forever.
   */
  take(): boolean
}

/** The program that was left for a newer one, in the tab's own storage. */
const LEFT_KEY = 'stoa.left-program'

/** `entry`: address of the page's first script. `onStale` hears when the server no longer has it. */
export function createRenewal({ entry, onStale }: { entry: string; onStale: () => void }): Renewal {
  let isStale = false
  return {
    async look() {
      if (isStale || tabStorage()?.getItem(LEFT_KEY) === entry) return
      // Without a connection nothing is known, and going on here is better than a browser's page of failure.
      const status = await fetch(entry, { method: 'HEAD', cache: 'no-store' }).then(
        (response) => response.status,
        () => null,
      )
      if (isStale || status !== 404) return
      isStale = true
      onStale()
    },
    take() {
      if (!isStale) return false
      tabStorage()?.setItem(LEFT_KEY, entry)
      return true
    },
  }
}

/** Null where the page may keep nothing. */
function tabStorage(): Storage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}
