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

interface Hold {
  holders: number
  /** Resolves to what releases it; null if another tab has it. */
  held: Promise<(() => void) | null>
}

/** A form that is left and opened again in this tab is shared. */
const holds = new Map<string, Hold>()

/** Whether tabs can tell each other which form they show. Only secure pages can. */
export const canHold = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator

/** Holds the form of a key for this tab until the signal. Resolves to false if another tab shows it. */
export async function holdForm(key: string, signal: AbortSignal): Promise<boolean> {
  const hold = holds.get(key) ?? { holders: 0, held: request(PREFIX + key) }
  holds.set(key, hold)
  hold.holders += 1
  const release = await hold.held
  const end = () => {
    hold.holders -= 1
    // After whatever opens it again at once.
    setTimeout(() => {
      if (hold.holders > 0 || holds.get(key) !== hold) return
      holds.delete(key)
      release?.()
    })
  }
  if (signal.aborted || !release) end()
  else signal.addEventListener('abort', end)
  return release !== null
}

function request(name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}
