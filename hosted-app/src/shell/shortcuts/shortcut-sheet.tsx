import { Button, Checkbox, Dialog, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import * as page from './current-item.ts'
import { shortcutMessages } from './messages.ts'
import { switchShortcuts, useShortcutsOn } from './shortcut-switch.ts'

interface Shortcut {
  keys: string
  label: keyof typeof shortcutMessages
  /** Whether it does something on the present page. Default: always. */
  works?: () => boolean
}

const isPost = () => page.shownPost() !== undefined
const hasItems = () => page.listedItems().length > 0
const hasComments = () => isPost() && document.querySelector('.stoa-comment') !== null

const WALKING_KEYS: readonly Shortcut[] = [
  { keys: 'j', label: 'shortcuts.next', works: () => hasItems() || hasComments() },
  { keys: 'k', label: 'shortcuts.previous', works: () => hasItems() || hasComments() },
]

/** What the keys do on a page of posts, comments or other items. */
const PAGE_KEYS: readonly Shortcut[] = [
  ...WALKING_KEYS,
  { keys: 'o', label: 'shortcuts.open', works: () => hasItems() || hasComments() },
  { keys: 'u', label: 'shortcuts.back', works: isPost },
  { keys: 'r', label: 'shortcuts.reply', works: () => page.commentField() !== null },
  { keys: 'l', label: 'shortcuts.like', works: () => document.querySelector('[data-reaction]') !== null },
  { keys: 's', label: 'shortcuts.save', works: () => document.querySelector('[data-post]') !== null },
  { keys: 'n', label: 'shortcuts.new', works: page.hasNewComments },
  { keys: 'i', label: 'shortcuts.card', works: () => document.querySelector('[data-post]') !== null },
]

const EVERYWHERE: readonly Shortcut[] = [
  { keys: '/', label: 'shortcuts.search' },
  { keys: 'c', label: 'shortcuts.post', works: () => page.newPostLink() !== null && !page.hasQueue() },
  { keys: 'g h', label: 'shortcuts.home' },
  { keys: 'g n', label: 'shortcuts.notifications' },
  { keys: 'g m', label: 'shortcuts.messages' },
  { keys: 'Esc', label: 'shortcuts.escape' },
  { keys: '?', label: 'shortcuts.help' },
]

/** In the moderation queue, besides those for next and previous. */
const QUEUE_KEYS: readonly Shortcut[] = [
  { keys: 'a', label: 'shortcuts.queue.approve' },
  { keys: 'h', label: 'shortcuts.queue.hide' },
  { keys: '1–9', label: 'shortcuts.queue.canned' },
  { keys: 'b', label: 'shortcuts.queue.ban' },
  { keys: 'n', label: 'shortcuts.queue.note' },
  { keys: 'c', label: 'shortcuts.queue.claim' },
  { keys: 'x', label: 'shortcuts.queue.select' },
  { keys: 'z', label: 'shortcuts.queue.undo' },
]

interface ShortcutSheetProps {
  isOpen: boolean
  onClose: () => void
}

/** The dialog with the keyboard shortcuts of the present page, and the switch for all. */
export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  const t = useTranslate(shortcutMessages)
  return (
    <Dialog
      open={isOpen}
      title={t('shortcuts.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shortcuts.close')}</Button>}
    >
      {isOpen && <Lists />}
      <ShortcutSwitch />
    </Dialog>
  )
}

function Lists() {
  const t = useTranslate(shortcutMessages)
  // The page doesn't change below the dialog.
  const [{ here, everywhere }] = useState(() => ({
    here: page.hasQueue() ? [...WALKING_KEYS, ...QUEUE_KEYS] : PAGE_KEYS.filter(works),
    everywhere: EVERYWHERE.filter(works),
  }))
  return (
    <>
      {here.length > 0 && (
        <>
          <h3 className="stoa-app-keys-title">{t(page.hasQueue() ? 'shortcuts.queue' : 'shortcuts.here')}</h3>
          <KeyList keys={here} />
        </>
      )}
      <h3 className="stoa-app-keys-title">{t('shortcuts.everywhere')}</h3>
      <KeyList keys={everywhere} />
    </>
  )
}

const works = (shortcut: Shortcut) => shortcut.works?.() ?? true

/** Turns the shortcuts on and off. */
export function ShortcutSwitch() {
  const t = useTranslate(shortcutMessages)
  return (
    <Checkbox
      label={t('shortcuts.switch')}
      hint={t('shortcuts.switch.hint')}
      checked={useShortcutsOn()}
      onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
    />
  )
}

/** All keys outside the moderation queue. */
export function AllKeys() {
  return <KeyList keys={[...PAGE_KEYS, ...EVERYWHERE]} />
}

/** The keys of the moderation queue. */
export function QueueKeyList() {
  return <KeyList keys={[...WALKING_KEYS, ...QUEUE_KEYS]} />
}

function KeyList({ keys: shortcuts }: { keys: readonly Shortcut[] }) {
  const t = useTranslate(shortcutMessages)
  return (
    <dl className="stoa-app-keys">
      {shortcuts.map(({ keys, label }) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(label)}</dd>
        </div>
      ))}
    </dl>
  )
}
