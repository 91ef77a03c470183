/** A file that isn't part of the post yet. */
export interface UnfinishedUpload {
  id: number
  name: string
  /** Why it failed; null while it is being uploaded. */
  problem: string | null
  /** Tries again. Null while it is being uploaded, and if that can't help. */
  retry: (() => void) | null
  /** Whether it is on this device, and goes on when the post is opened again. */
  isKept: boolean
  /** Gives it up. */
  remove: () => void
}

/** The files of one post that are being uploaded or failed, so that it isn't published without them. */
export interface UnfinishedUploads {
  /** Adds a file that is being uploaded, or replaces the one with this id. Returns its id. */
  set: (
    upload: Pick<UnfinishedUpload, 'name' | 'remove'> & Partial<Pick<UnfinishedUpload, 'problem' | 'retry' | 'isKept'>>,
    id?: number,
  ) => number
  /** It is part of the post now, or was given up. */
  end: (id: number) => void
  /** In the order in which they were added. The same array until it changes. */
  getSnapshot: () => readonly UnfinishedUpload[]
  /** Calls back after every change. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/** Creates the list for one post. */
export function createUnfinishedUploads(): UnfinishedUploads {
  let uploads: readonly UnfinishedUpload[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const show = (next: readonly UnfinishedUpload[]) => {
    uploads = next
    for (const listener of listeners) listener()
  }
  return {
    set(upload, existingId) {
      const id = existingId ?? ++lastId
      const next = { problem: null, retry: null, isKept: false, ...upload, id }
      const isKnown = uploads.some((one) => one.id === id)
      show(isKnown ? uploads.map((one) => (one.id === id ? next : one)) : [...uploads, next])
      return id
    },
    end(id) {
      if (uploads.some((one) => one.id === id)) show(uploads.filter((one) => one.id !== id))
    },
    getSnapshot: () => uploads,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
