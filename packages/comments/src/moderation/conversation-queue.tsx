import { isWithinSite, type QueueItem } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { Button, LoadMore, type Toasts, translatable, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { ReasonDialog } from '../menu/reason-dialog.tsx'
import { AuthorMenu } from './author-decision-menu.tsx'
import { BanQuestion } from './ban-question.tsx'
import { queueMessages } from './messages.ts'
import { canHide, QueueRow } from './queue-row.tsx'
import type { Queue } from './use-queue.ts'
import { hideOrReject, useQueueDecisions } from './use-queue-decisions.ts'
import { useRowFocus } from './use-row-focus.ts'

/** Props of `ConversationQueue`. */
export interface ConversationQueueProps {
  /** Pending items, from `useQueue` with the conversation's post. */
  queue: Queue
  /** Origin of the forum for links, without a trailing slash. */
  origin: string
  /** Shows results of decisions. */
  toasts: Toasts
}

/** The items of one conversation that await a decision, shown with the conversation. */
export function ConversationQueue({ queue, origin, toasts }: ConversationQueueProps) {
  const t = useTranslate(queueMessages)
  const viewer = useViewer() ?? null
  const { items, status, reasons } = queue
  const decisions = useQueueDecisions(queue, { toasts, onUndone: ([first]) => goOnAt(first?.id ?? 0) })
  const { busy, run, alert, decide, canBan, leaveBanned } = decisions
  const [dialog, setDialog] = useState<{ hide: QueueItem } | { ban: QueueItem } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const goOnAt = useRowFocus(list, busy || dialog !== null)
  const goOnAfter = (item: QueueItem) => goOnAt(Math.max(0, items.indexOf(item)))
  const approve = (item: QueueItem) => {
    goOnAfter(item)
    void run(() => decide([item], { decision: 'approve' }).catch(alert))
  }
  /** On a partner's site only authors of comments can be decided about. */
  const isAuthor = ({ comment, person }: QueueItem) =>
    person !== null && person.userId !== viewer?.id && (comment !== null || isWithinSite(viewer, { articleUrl: null }))
  return (
    <div ref={list} className="stoa-queue" tabIndex={-1}>
      {items.length === 0 && (
        <p className="stoa-queue-empty" role="status">
          {translatable(
            t(status === 'error' ? 'queue.failed' : status === 'loading' ? 'queue.loading' : 'queue.empty'),
          )}
        </p>
      )}
      {items.length === 0 && status === 'error' && (
        <Button
          size="s"
          onClick={() => {
            goOnAt(0)
            queue.reload()
          }}
        >
          {t('queue.retry')}
        </Button>
      )}
      {items.length > 0 && (
        <ul className="stoa-queue-list" aria-label={t('queue.list')}>
          {items.map((item) => (
            <QueueRow
              key={item.id}
              item={item}
              origin={origin}
              isPostShown={false}
              isChanged={queue.changedIds.has(item.id)}
              isBusy={busy}
              canBan={isAuthor(item) && canBan(item)}
              menu={
                item.person &&
                isAuthor(item) && (
                  <AuthorMenu
                    tokenName={item.tokenName}
                    userId={item.person.userId}
                    name={item.person.displayName}
                    commentId={item.comment?.id}
                    postId={item.post?.id}
                    toasts={toasts}
                    onDecided={(standing) =>
                      standing.contentHidden && leaveBanned(item, { standing, activityId: null })
                    }
                  />
                )
              }
              onApprove={() => approve(item)}
              onHide={() => canHide(item) && setDialog({ hide: item })}
              onBan={() => setDialog({ ban: item })}
            />
          ))}
        </ul>
      )}
      {queue.hasMore && items.length > 0 && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('queue.failed') : undefined}
          onLoadMore={queue.onMore}
        />
      )}
      {dialog && 'hide' in dialog && (
        <ReasonDialog
          title={t(`queue.${hideOrReject([dialog.hide])}.title`, { count: 1, type: dialog.hide.type })}
          help={t('queue.hide.help')}
          submit={t(`queue.${hideOrReject([dialog.hide])}.submit`)}
          canned={reasons}
          onSubmit={(why) => {
            goOnAfter(dialog.hide)
            return decide([dialog.hide], { decision: 'hide', ...why })
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog && 'ban' in dialog && dialog.ban.person && (
        <BanQuestion
          item={dialog.ban}
          person={dialog.ban.person}
          toasts={toasts}
          onBanned={(result) => {
            goOnAfter(dialog.ban)
            leaveBanned(dialog.ban, result)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}
