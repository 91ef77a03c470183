import { Button, Dialog, useTranslate } from '@stoa/ui'
import { shortcutMessages } from './shortcut-messages.ts'

const KEYS = [
  { keys: 'j', label: 'shortcuts.next' },
  { keys: 'k', label: 'shortcuts.previous' },
  { keys: 'r', label: 'shortcuts.reply' },
  { keys: 'g h', label: 'shortcuts.home' },
  { keys: '?', label: 'shortcuts.help' },
] as const

/** The sheet that lists all keyboard shortcuts. */
export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslate(shortcutMessages)
  return (
    <Dialog
      open={isOpen}
      title={t('shortcuts.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shortcuts.close')}</Button>}
    >
      <dl className="stoa-app-keys">
        {KEYS.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
