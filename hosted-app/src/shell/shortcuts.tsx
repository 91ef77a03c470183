import { Button, Dialog, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../messages.ts'

const KEYS = [
  { keys: 'j', label: 'shortcuts.next' },
  { keys: 'k', label: 'shortcuts.previous' },
  { keys: 'r', label: 'shortcuts.reply' },
  { keys: 'g h', label: 'shortcuts.home' },
  { keys: '?', label: 'shortcuts.help' },
] as const

/** A second key must follow the first within this. */
const SEQUENCE_MS = 1000

/** Keyboard shortcuts of the application, and the sheet that lists all of them. They rest while somebody types. */
export function Shortcuts() {
  const t = useTranslate(messages)
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let goPressedAt = 0
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') setIsOpen(true)
      if (event.key === 'h' && event.timeStamp - goPressedAt < SEQUENCE_MS) void navigate('/')
      goPressedAt = event.key === 'g' ? event.timeStamp : 0
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])

  return (
    <Dialog
      open={isOpen}
      title={t('shortcuts.title')}
      onClose={() => setIsOpen(false)}
      actions={<Button onClick={() => setIsOpen(false)}>{t('shortcuts.close')}</Button>}
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
