/** Values stored by key. Nothing throws. */
export interface PageStorage {
  /** The stored value; null if there is none. */
  getItem(key: string): string | null
  /** Stores a value, if possible. */
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * The page's storage, the only way to it. Browsers refuse every use of it where it is blocked, and writes where it is
 * full: then nothing is stored. `local` is shared by tabs; if it is full, a value lasts as long as its tab.
 */
export function pageStorage(kind: 'local' | 'session'): PageStorage {
  const [first, other] = kind === 'local' ? (['local', 'session'] as const) : (['session'] as const)
  const overflow = other && pageStorage(other)
  return {
    getItem: (key) => overflow?.getItem(key) ?? guarded(first, (storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      const isStored = guarded(first, (storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isStored) overflow?.removeItem(key)
      else overflow?.setItem(key, value)
    },
    removeItem(key) {
      guarded(first, (storage) => storage.removeItem(key))
      overflow?.removeItem(key)
    },
  }
}

function guarded<Result>(kind: 'local' | 'session', access: (storage: Storage) => Result): Result | undefined {
  try {
    return access(kind === 'local' ? localStorage : sessionStorage)
  } catch {
    return undefined
  }
}
