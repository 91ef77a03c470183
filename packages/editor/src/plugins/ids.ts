import { isHistoryTransaction } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { newBlockId } from '../document/block-id.ts'
import { BlockAttrsStep, type BlockChange } from './block-attrs-step.ts'

/**
 * Gives new blocks ids. Of two blocks with one id, as after splitting one, the first keeps it, and the other isn’t the
 * stored block any more. Call it with each transaction before it is applied: in a transaction of its own, undoing would
 * bring back documents that never were.
 */
export function withIds(tr: Transaction): Transaction {
  if (!tr.docChanged || isHistoryTransaction(tr)) return tr
  const { storedMarks, storedMarksSet } = tr
  const { doc } = tr
  const { start, end } = changedBlocks(tr.before, doc)
  const isSameBlock = end - start === 1 && doc.child(start).attrs.id === tr.before.maybeChild(start)?.attrs.id
  if (isSameBlock && doc.child(start).attrs.id !== null) return tr
  const ids = new Set<unknown>([null])
  doc.forEach(({ attrs }, _position, index) => {
    if (index < start || index >= end) ids.add(attrs.id)
  })
  const changes: BlockChange[] = []
  doc.forEach(({ attrs }, position, index) => {
    if (index < start || index >= end) return
    if (!ids.has(attrs.id)) {
      ids.add(attrs.id)
      return
    }
    changes.push({ position, attrs: { id: newBlockId(), ...(attrs.id !== null && { origin: null }) } })
  })
  if (changes.length === 0) return tr
  tr.step(new BlockAttrsStep(changes))
  // A step clears them.
  return storedMarksSet || storedMarks ? tr.setStoredMarks(storedMarks) : tr
}

/** Indexes of the blocks that a change has made or replaced. */
function changedBlocks(before: Node, after: Node): { start: number; end: number } {
  const most = Math.min(before.childCount, after.childCount)
  let start = 0
  while (start < most && before.child(start) === after.child(start)) start += 1
  let same = 0
  while (
    same < most - start &&
    before.child(before.childCount - 1 - same) === after.child(after.childCount - 1 - same)
  ) {
    same += 1
  }
  return { start, end: after.childCount - same }
}
