import { pageStorage } from '@stoa/client'

/** Whether the server still has the build that this page runs. */
export interface Renewal {
  /** Call when a script failed to load: checks whether there is a newer build. */
  look(): Promise<void>
  /**
   * True if the next page must be loaded with the newer build. Only once per build, so that a server that keeps sending
   * the old one doesn't cause a loop.
   */
  take(): boolean
}

/** The build that was left for a newer one, in session storage. */
const LEFT_KEY = 'stoa.left-program'

/** `entry`: address of the page's first script. `onStale` is called when the server no longer has it. */
export function createRenewal({ entry, onStale }: { entry: string; onStale: () => void }): Renewal {
  let isStale = false
  return {
    async look() {
      if (isStale || pageStorage('session').getItem(LEFT_KEY) === entry) return
      // Without a connection nothing is known, and staying is better than the browser's error page.
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
      pageStorage('session').setItem(LEFT_KEY, entry)
      return true
    },
  }
}
