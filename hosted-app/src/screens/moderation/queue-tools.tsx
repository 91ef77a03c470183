import { canDecide, canHide } from '@stoa/comments/moderation'
import { QUEUE_BATCH_MAX, type QueueItem } from '@stoa/contract'
import { Button, translatable, useTranslate } from '@stoa/ui'
import { Fragment, useLayoutEffect, useRef } from 'react'
import { queueMessages } from './messages.ts'

interface QueueToolsProps {
  items: readonly QueueItem[]
  selected: readonly QueueItem[]
  /** Whether items have arrived since the queue was loaded. */
  hasNew: boolean
  busy: boolean
  onSelect: (items: readonly QueueItem[]) => void
  onApprove: (items: readonly QueueItem[]) => void
  onHide: (items: readonly QueueItem[]) => void
  onClaim: (items: readonly QueueItem[]) => void
  onReload: () => void
  onShowKeys: () => void
}

/** Actions on the selected items; without a selection, on the queue. */
export function QueueTools({ items, selected, hasNew, busy, ...on }: QueueToolsProps) {
  const t = useTranslate(queueMessages)
  const root = useRef<HTMLDivElement>(null)
  /** The pressed button has disappeared, so focus moves to its replacement. */
  const isButtonGone = useRef(false)
  // Before the next key, which may come before other effects.
  useLayoutEffect(() => {
    if (!isButtonGone.current) return
    isButtonGone.current = false
    root.current?.querySelector<HTMLElement>('b, button')?.focus()
  })
  function select(next: readonly QueueItem[]): void {
    isButtonGone.current = true
    on.onSelect(next)
  }
  const selectable = items.filter(canSelect)
  return (
    <div ref={root} className="stoa-app-queue-tools">
      {selected.length > 0 ? (
        // Keys prevent a button from turning into another one under the reader’s finger.
        <Fragment key="chosen">
          <b role="status" tabIndex={-1}>
            {translatable(t('queue.selected', { count: selected.length }))}
          </b>
          <Button size="s" busy={busy} onClick={() => on.onApprove(selected)}>
            {t('queue.approveAll')}
          </Button>
          <Button size="s" disabled={busy || !selected.some(canHide)} onClick={() => on.onHide(selected)}>
            {t('queue.hide')}
          </Button>
          <Button size="s" disabled={busy} onClick={() => on.onClaim(selected)}>
            {t('queue.claim')}
          </Button>
          <Button size="s" variant="quiet" onClick={() => select([])}>
            {t('queue.clear')}
          </Button>
        </Fragment>
      ) : (
        <Fragment key="nothing chosen">
          {selectable.length > 1 && (
            <Button size="s" onClick={() => select(selectable.slice(0, QUEUE_BATCH_MAX))}>
              {t('queue.selectAll')}
            </Button>
          )}
          {hasNew && (
            <Button size="s" onClick={on.onReload}>
              {t('queue.new')}
            </Button>
          )}
          {items.length > 0 && (
            <Button className="stoa-app-queue-keys" size="s" variant="quiet" onClick={on.onShowKeys}>
              {t('queue.keys')} <kbd aria-hidden="true">?</kbd>
            </Button>
          )}
        </Fragment>
      )}
    </div>
  )
}

/** Appeals are judged one by one, and items about the viewer by somebody else. */
export const canSelect = (item: QueueItem) => item.appeal === null && canDecide(item)
