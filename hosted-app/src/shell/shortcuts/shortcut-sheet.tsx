import { Button, Dialog, useTranslate } from '@stoa/ui'
import { shortcutMessages } from './messages.ts'

const WALKING_KEYS = [
  { keys: 'j', label: 'shortcuts.next' },
  { keys: 'k', label: 'shortcuts.previous' },
] as const

const KEYS = [
  ...WALKING_KEYS,
  { keys: 'n', label: 'shortcuts.new' },
  { keys: 'r', label: 'shortcuts.reply' },
  { keys: 'i', label: 'shortcuts.card' },
  { keys: '/', label: 'shortcuts.search' },
  { keys: 'g h', label: 'shortcuts.home' },
  { keys: 'g m', label: 'shortcuts.messages' },
  { keys: '?', label: 'shortcuts.help' },
] as const

/** In the moderation queue, besides those for next and previous. */
const QUEUE_KEYS = [
  { keys: 'a', label: 'shortcuts.queue.approve' },
  { keys: 'h', label: 'shortcuts.queue.hide' },
  { keys: '1–9', label: 'shortcuts.queue.canned' },
  { keys: 'b', label: 'shortcuts.queue.ban' },
  { keys: 'n', label: 'shortcuts.queue.note' },
  { keys: 'c', label: 'shortcuts.queue.claim' },
  { keys: 'x', label: 'shortcuts.queue.select' },
  { keys: 'z', label: 'shortcuts.queue.undo' },
] as const

/** The dialog with all keyboard shortcuts. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslate(shortcutMessages)
  const hasQueue = isOpen && document.querySelector('.stoa-app-queue') !== null
  return (
    <Dialog
      open={isOpen}
      title={t('shortcuts.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shortcuts.close')}</Button>}
    >
      <KeyList keys={KEYS} />
      {hasQueue && (
        <>
          <h3>{t('shortcuts.queue')}</h3>
          <KeyList keys={QUEUE_KEYS} />
        </>
      )}
    </Dialog>
  )
}

/** The keys of the moderation queue. */
export function QueueKeyList() {
  return <KeyList keys={[...WALKING_KEYS, ...QUEUE_KEYS]} />
}

function KeyList({ keys }: { keys: readonly { keys: string; label: keyof typeof shortcutMessages }[] }) {
  const t = useTranslate(shortcutMessages)
  return (
    <dl className="stoa-app-keys">
      {keys.map(({ keys, label }) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{t(label)}</dd>
        </div>
      ))}
    </dl>
  )
}
