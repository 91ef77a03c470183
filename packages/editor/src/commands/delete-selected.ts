import type { Transaction } from 'prosemirror-state'

/** Deletes what is selected. */
export function deleteSelected(tr: Transaction): void {
  tr.deleteSelection()
}
