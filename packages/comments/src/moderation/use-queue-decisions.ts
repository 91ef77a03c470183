import { type CallOutput, hasPermission, type MadeDecision, type QueueItem } from '@stoa/contract'
import { useAction, useViewer } from '@stoa/store/react'
import { type Toasts, useTranslate } from '@stoa/ui'
import { useRef } from 'react'
import { queueMessages } from './messages.ts'
import { useAlert } from './use-decision-toasts.ts'
import type { Queue, QueueDecision, UndoStep } from './use-queue.ts'

/** Decisions that leave their subject in place. The others hide it. */
const ALREADY: Partial<Record<MadeDecision['action'], 'kept' | 'approved'>> = {
  reportKept: 'kept',
  commentApproved: 'approved',
  postApproved: 'approved',
}

/** The name of hiding some items: pending ones are rejected. */
export function hideOrReject(about: readonly QueueItem[]): 'hide' | 'reject' {
  return about.every(({ kind }) => kind === 'pending') ? 'reject' : 'hide'
}

/** What some items are, for the texts about a single one; empty for different ones. */
export function typeOf(about: readonly QueueItem[]): QueueItem['type'] | '' {
  const [first] = about
  return first && about.every(({ type }) => type === first.type) ? first.type : ''
}

/** Message for a decision, worded like the buttons. */
function doneKey(about: readonly QueueItem[], { decision }: QueueDecision) {
  const isAll = (kind: QueueItem['kind']) => about.every((item) => item.kind === kind)
  if (isAll('appealed')) return decision === 'approve' ? 'grant' : 'deny'
  if (decision === 'hide') return hideOrReject(about)
  if (isAll('reported')) return 'keep'
  return isAll('pending') ? 'approve' : 'approveOrKeep'
}

interface QueueDecisionsAbout {
  toasts: Toasts
  /** Called with the items that came back. The pressed button is gone. */
  onUndone: (back: readonly QueueItem[]) => void
}

/** A moderator's decisions about items of a queue, with toasts that show the result and can undo it. */
export function useQueueDecisions(queue: Queue, { toasts, onUndone }: QueueDecisionsAbout) {
  const t = useTranslate(queueMessages)
  const viewer = useViewer() ?? null
  const alert = useAlert(toasts)
  const { busy, run } = useAction()
  /** Id of the visible message. */
  const toastId = useRef(0)

  function showOthersDecisions(others: readonly MadeDecision[]): void {
    for (const { action, by } of others) {
      const key = ALREADY[action] ?? 'hidden'
      const text = by ? t(`queue.already.${key}`, { person: by.displayName }) : t('queue.already.decided')
      toasts.show({ text })
    }
  }
  /** Replaces the previous message, so that only one decision can be undone. */
  function showDone(text: string, undoStep: UndoStep | null): void {
    toasts.dismiss(toastId.current)
    const action = undoStep ? { action: { label: t('queue.undo'), onAction: () => undo(undoStep) } } : {}
    toastId.current = toasts.show({ text, tone: 'success', ...action })
  }
  /** Undoes a decision, by default the last one. */
  function undo(undoStep?: UndoStep): void {
    void run(async () => {
      try {
        const { count, failedCount, back } = await queue.undo(undoStep)
        onUndone(back)
        if (failedCount > 0) toasts.show({ text: t('queue.left', { count: failedCount }), tone: 'danger' })
        if (count > 0) showDone(t('queue.undone'), null)
      } catch (error) {
        alert(error)
      }
    })
  }
  /** Rejects with the error if nothing could be decided. */
  async function decide(about: readonly QueueItem[], decision: QueueDecision): Promise<void> {
    const { count, undoStep, others, changed, skippedCount } = await queue.decide(about, decision)
    showOthersDecisions(others)
    if (changed > 0) toasts.show({ text: t('queue.changed', { count: changed }), tone: 'danger' })
    if (skippedCount > 0) toasts.show({ text: t('queue.left', { count: skippedCount }), tone: 'danger' })
    if (count > 0) showDone(t(`queue.done.${doneKey(about, decision)}`, { count, type: typeOf(about) }), undoStep)
  }
  return {
    busy,
    run,
    alert,
    undo,
    decide,
    canBan: ({ person, tokenName }: QueueItem) =>
      person !== null && person.userId !== viewer?.id && hasPermission(viewer, tokenName, 'banUser'),
    /** Removes items that were decided with a ban. */
    leaveBanned(
      { tokenName, person }: QueueItem,
      { standing, activityId }: Pick<CallOutput<'userBan'>, 'standing' | 'activityId'>,
    ): void {
      const isSettled = (item: QueueItem) =>
        item.tokenName === tokenName &&
        item.person?.userId === person?.userId &&
        (standing.contentHidden || item.type === 'User' || item.type === 'Message')
      if (activityId === null) queue.leave(isSettled)
      else {
        const undoStep = queue.leaveWith({ tokenName, activityId }, isSettled)
        showDone(t('queue.done.ban', { name: person?.displayName ?? '' }), undoStep)
      }
    },
  }
}
