import { loadViewer, type Stoa } from '@stoa/store'

/** Finds out who is looking; a visitor costs no request. */
export function watchViewer(stoa: Stoa): void {
  loadViewer(stoa).catch(() => {
    // The reader stays a visitor until an action asks the server again.
  })
}
