import type { ApiCall } from '@stoa/client'
import type { CallInput, ChangedItem, MadeDecision, QueueItem } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { useRef, useState } from 'react'
import { has, type QueueScope, useClaimExpiry, useQueueEvents, useQueueItems } from './use-queue-items.ts'

export type QueueDecision = Pick<CallInput<'queueDecide'>, 'decision' | 'reason' | 'reasonText'>

/** Result of deciding several items. */
export interface QueueResult {
  count: number
  /** Decisions to undo; null: nothing was decided. */
  undoStep: UndoStep | null
  /** Earlier decisions by others. */
  others: MadeDecision[]
  /** Number of items skipped because their authors have edited them. */
  changed: number
  /** Number of items skipped for other reasons. */
  skippedCount: number
}

/** A batch of decisions in one community, with the items that left the queue with them. */
interface DecisionBatch {
  tokenName: string
  decided: { items: readonly QueueItem[]; activityId: string }[]
}

/** Batches that are undone together. */
export type UndoStep = DecisionBatch[]

export type Queue = ReturnType<typeof useQueue>

/** The items that await the viewer's decision, and actions on them. */
export function useQueue(scope: QueueScope) {
  const list = useQueueItems(scope)
  const { items, status, cursor, reasons, change, leave } = list
  const { hasNew, reload } = useQueueEvents(scope, list)
  useClaimExpiry(list)
  const actions = useQueueActions(list)

  return {
    items,
    status,
    hasNew,
    reload,
    /** Canned reasons of the community for hiding. Empty for several communities. */
    reasons,
    hasMore: cursor !== null,
    onMore: () => list.loadFrom(cursor),
    leave,
    /** Updates the number of notes about an item's author. */
    setNotes({ tokenName: community, person: noted }: QueueItem, notes: number): void {
      const isMeant = ({ tokenName: here, person }: QueueItem) => here === community && person?.userId === noted?.userId
      change((before) =>
        before.map((item) => (item.person && isMeant(item) ? { ...item, person: { ...item.person, notes } } : item)),
      )
    },
    ...actions,
  }
}

/** Decides and claims items, and undoes decisions. */
function useQueueActions({ items, change, leave }: ReturnType<typeof useQueueItems>) {
  const viewer = useViewer()
  const { call } = useStoa().client
  const [changedIds, setChangedIds] = useState<ReadonlySet<string>>(new Set())
  /** Steps to undo, the latest last. */
  const undoSteps = useRef<UndoStep[]>([])
  return {
    /** Items whose authors have edited them since the viewer tried to approve them. */
    changedIds,
    /** Removes items that a decision elsewhere has settled, and undoes it with them. */
    leaveWith({ tokenName: community, activityId }: Settled, isGone: (item: QueueItem) => boolean): UndoStep {
      const undoStep = [{ tokenName: community, decided: [{ items: items.filter(isGone), activityId }] }]
      undoSteps.current.push(undoStep)
      leave(isGone)
      return undoStep
    },
    /** Decides items, with one call per community. Rejects if nothing could be decided. */
    async decide(chosen: readonly QueueItem[], decision: QueueDecision): Promise<QueueResult> {
      const result: QueueResult = { count: 0, undoStep: null, others: [], changed: 0, skippedCount: 0 }
      const undoStep: UndoStep = []
      for (const [community, here] of byCommunity(chosen)) {
        const { decided, refused } = await decideIn(call, { tokenName: community, items: here, decision })
        const ids = new Set(decided.map(({ itemId }) => itemId))
        const leaving = decided.map(({ itemId, activityId }) => {
          return { items: here.filter(({ id }) => id === itemId), activityId }
        })
        if (leaving.length > 0) undoStep.push({ tokenName: community, decided: leaving })
        const decidedIds = new Set(refused.flatMap(({ itemId, code }) => (code === 'QUEUE_DECIDED' ? [itemId] : [])))
        leave(({ id }) => ids.has(id) || decidedIds.has(id))
        const changed = new Map(refused.flatMap(({ itemId, changed: now }) => (now ? [[itemId, now] as const] : [])))
        if (changed.size > 0) {
          change((before) => before.map((item) => showing(item, changed.get(item.id))))
          setChangedIds((before) => new Set([...before, ...changed.keys()]))
        }
        result.count += ids.size
        result.others.push(...refused.flatMap(({ decision }) => decision ?? []))
        result.changed += changed.size
        result.skippedCount += refused.length - decidedIds.size - changed.size
      }
      if (undoStep.length > 0) {
        undoSteps.current.push(undoStep)
        result.undoStep = undoStep
      }
      return result
    },
    /**
     * Undoes one step, by default the last one. Resolves to the items that came back and the number that can’t be
     * undone. After a failed call, the rest can be retried.
     */
    async undo(which?: UndoStep): Promise<{ count: number; failedCount: number; back: readonly QueueItem[] }> {
      const result = { count: 0, failedCount: 0, back: [] as QueueItem[] }
      const last = which ?? undoSteps.current.at(-1) ?? []
      for (let batch = last[0]; batch; batch = last[0]) {
        const { tokenName: community, decided } = batch
        const undone = new Set(
          await undoIn(call, { tokenName: community, activityIds: decided.map(({ activityId }) => activityId) }),
        )
        last.shift()
        const back = decided.flatMap((one) => (undone.has(one.activityId) ? one.items : []))
        change((before) => [...before.filter((item) => !has(back, item)), ...back].toSorted(byAge))
        result.count += undone.size
        result.back.push(...back)
        result.failedCount += decided.length - undone.size
      }
      undoSteps.current = undoSteps.current.filter((one) => one !== last)
      return result
    },
    async claim(chosen: readonly QueueItem[], claim: boolean): Promise<void> {
      for (const [community, here] of byCommunity(chosen)) {
        const { until } = await call('queueClaim', { tokenName: community, itemIds: here.map(({ id }) => id), claim })
        const { id: userId = '', displayName = '' } = viewer ?? {}
        const by = { userId, displayName, slugUrl: '', imageUrl: '' }
        const isMeant = (item: QueueItem) => has(here, item)
        change((before) =>
          before.map((item) => (isMeant(item) ? { ...item, claim: until === null ? null : { by, until } } : item)),
        )
      }
    },
  }
}

interface Settled {
  tokenName: string
  activityId: string
}

type Refused = { decision: MadeDecision | null; changed: ChangedItem | null }

/** For a single item, an earlier decision or an edit by its author is an error. Converts it to the result for many. */
async function decideIn(call: ApiCall, about: { tokenName: string; items: QueueItem[]; decision: QueueDecision }) {
  const { tokenName, items, decision } = about
  const itemIds = items.map(({ id }) => id)
  try {
    return await call('queueDecide', { tokenName, itemIds, versions: items.map(({ version }) => version), ...decision })
  } catch (error) {
    const { code, details } = error as { code?: string; details?: Partial<Refused> }
    const [itemId] = itemIds
    if ((code !== 'QUEUE_DECIDED' && code !== 'QUEUE_CHANGED') || itemId === undefined) throw error
    const { decision = null, changed = null } = details ?? {}
    return { decided: [], refused: [{ itemId, code, decision, changed }] }
  }
}

/** Permanent errors of undoing. */
const REFUSALS: ReadonlySet<string | undefined> = new Set([
  'UNDO_REFUSED',
  'HIDDEN_BY_DOMAIN_ADMIN',
  'ACTIVITY_NOT_FOUND',
  'FORBIDDEN',
])

/** The undone decisions. For a single decision, a refusal is an error. Converts it to the result for many. */
async function undoIn(call: ApiCall, input: CallInput<'moderationUndo'>): Promise<string[]> {
  try {
    return (await call('moderationUndo', input)).undone
  } catch (error) {
    if (input.activityIds.length > 1 || !REFUSALS.has((error as { code?: string }).code)) throw error
    return []
  }
}

/** An item with its author's edits applied. */
function showing(item: QueueItem, changed: ChangedItem | undefined): QueueItem {
  if (!changed) return item
  const { version, post, comment } = changed
  return { ...item, version, post: post ?? item.post, comment: comment ?? item.comment }
}

function byAge(a: QueueItem, b: QueueItem): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1)
}

function byCommunity(items: readonly QueueItem[]): Map<string, QueueItem[]> {
  const communities = new Map<string, QueueItem[]>()
  for (const item of items) communities.set(item.tokenName, [...(communities.get(item.tokenName) ?? []), item])
  return communities
}
