import { hasPermission, type MadeDecision, type QueueItem } from '@stoa/contract'
import { useAction, useViewer } from '@stoa/store/react'
import { type Toasts, useTranslate } from '@stoa/ui'
import { queueMessages } from './queue-messages.ts'
import type { Queue, QueueDecision } from './use-queue.ts'
import { useAlert } from './use-telling.ts'

/** Decisions that leave what they are about where it is. */
const APPROVALS: ReadonlySet<MadeDecision['action']> = new Set(['reportKept', 'commentApproved', 'postApproved'])

/** What a moderator does about items of a queue, with toasts that tell what came of it and take it back. */
export function useQueueDecisions(queue: Queue, toasts: Toasts) {
  const t = useTranslate(queueMessages)
  const viewer = useViewer() ?? null
  const alert = useAlert(toasts)
  const { busy, run } = useAction()

  function tellOthers(others: readonly MadeDecision[]): void {
    for (const { action, by } of others) {
      const key = APPROVALS.has(action) ? 'approved' : 'hidden'
      const text = by ? t(`queue.already.${key}`, { person: by.displayName }) : t('queue.already.decided')
      toasts.show({ text })
    }
  }
  const undo = () =>
    void run(async () => {
      try {
        const { count, left } = await queue.undo()
        if (left > 0) toasts.show({ text: t('queue.left', { count: left }), tone: 'danger' })
        if (count > 0) toasts.show({ text: t('queue.undone'), tone: 'success' })
      } catch (error) {
        alert(error)
      }
    })
  /** Rejects with the error where nothing could be decided. */
  async function decide(about: readonly QueueItem[], given: QueueDecision): Promise<void> {
    const { count, others, changed, left } = await queue.decide(about, given)
    tellOthers(others)
    if (changed > 0) toasts.show({ text: t('queue.changed', { count: changed }), tone: 'danger' })
    if (left > 0) toasts.show({ text: t('queue.left', { count: left }), tone: 'danger' })
    const action = { label: t('queue.undo'), onAction: undo }
    const isJudged = about.every(({ appeal }) => appeal)
    const done = isJudged ? (given.decision === 'approve' ? 'grant' : 'deny') : given.decision
    if (count > 0) {
      toasts.show({ text: t(`queue.done.${done}`, { count }), tone: 'success', ...(isJudged ? {} : { action }) })
    }
  }
  return {
    busy,
    run,
    alert,
    undo,
    decide,
    canBan: ({ person, tokenName }: QueueItem) =>
      person !== null && person.userId !== viewer?.id && hasPermission(viewer, tokenName, 'banUser'),
    /** Takes away what is decided with a ban. */
    leaveBanned({ tokenName, person }: QueueItem, { contentHidden }: { contentHidden: boolean }): void {
      queue.leave(
        (item) =>
          item.tokenName === tokenName &&
          item.person?.userId === person?.userId &&
          (contentHidden || item.type === 'User'),
      )
    },
  }
}
