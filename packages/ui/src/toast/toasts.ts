/** One short message. */
export interface Toast {
  /** Unique among the messages of one `createToasts()`. */
  id: number
  /** Its text. */
  text: string
  /** `danger` is announced at once and stays until dismissed. */
  tone: 'neutral' | 'success' | 'danger'
  /** An action, for example undo. */
  action?: { label: string; onAction: () => void } | undefined
  /** A second action, beside the first. */
  otherAction?: { label: string; onAction: () => void } | undefined
}

/** The messages of one application instance. */
export interface Toasts {
  /** Shows a message (default tone `neutral`) and returns its id. The same text and tone is shown only once. */
  show: (toast: { text: string; tone?: Toast['tone'] } & Pick<Toast, 'action' | 'otherAction'>) => number
  /** Dismisses a message. */
  dismiss: (id: number) => void
  /** The visible messages, oldest first. The same array until it changes. */
  getSnapshot: () => readonly Toast[]
  /** Calls back after every change. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/** Creates the list that `ToastRegion` shows. Create one per application, since a page may contain several. */
export function createToasts(): Toasts {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  return {
    show({ text, tone = 'neutral', action, otherAction }) {
      const id = ++lastId
      set([
        ...toasts.filter((toast) => toast.text !== text || toast.tone !== tone),
        { id, text, tone, action, otherAction },
      ])
      return id
    },
    dismiss(id) {
      if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id))
    },
    getSnapshot: () => toasts,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
