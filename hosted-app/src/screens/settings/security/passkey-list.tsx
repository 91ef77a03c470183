import { Button, Dialog, RelativeTime, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved } from '../settings-section.tsx'
import { securityMessages } from './messages.ts'

/** A passkey of the account. */
export interface PasskeyItem {
  id: string
  name: string
  createdAt: number
  /** Null if never used. */
  usedAt: number | null
}

export interface PasskeyListProps {
  passkeys: readonly PasskeyItem[]
  /** Whether this browser supports passkeys. */
  isSupported: boolean
  /** Creates one on the device; rejects with the error to show. */
  onAdd: () => Promise<unknown>
  onRename: (id: string, name: string) => Promise<unknown>
  onRemove: (id: string) => Promise<unknown>
}

const WORDS = {
  PASSKEY_CANCELLED: 'settings.error.passkey',
  PASSKEY_INVALID: 'settings.error.passkey',
  PASSKEY_KNOWN: 'settings.error.passkeyKnown',
} as const

/** Passkeys: add, rename, remove. */
export function PasskeyList({ passkeys, isSupported, onAdd, onRename, onRemove }: PasskeyListProps) {
  const t = useTranslate(securityMessages)
  const adding = useFormAction(WORDS)
  const [announcement, setAnnouncement] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)

  function add() {
    setAnnouncement('')
    void adding.run(onAdd).then((isDone) => isDone && setAnnouncement(t('passkeys.added')))
  }
  return (
    <div className="stoa-settings-part">
      <h4 ref={heading} id="passkeys" tabIndex={-1}>
        {t('passkeys.title')}
      </h4>
      <p className="stoa-app-muted">{t('passkeys.text')}</p>
      {passkeys.length === 0 ? (
        <p>{t('passkeys.empty')}</p>
      ) : (
        <ul className="stoa-settings-list" aria-labelledby="passkeys">
          {passkeys.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              onRename={async (name) => {
                await onRename(passkey.id, name)
                setAnnouncement(t('passkeys.renamed'))
              }}
              onRemove={async () => {
                await onRemove(passkey.id)
                setAnnouncement(t('passkeys.removed'))
                // Its buttons have disappeared.
                heading.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <Problem>{adding.problem}</Problem>
      <div className="stoa-settings-ways">
        {isSupported ? (
          <Button busy={adding.busy} onClick={add}>
            {t('passkeys.add')}
          </Button>
        ) : (
          <span className="stoa-app-muted">{t('passkeys.unsupported')}</span>
        )}
        <Saved>{announcement}</Saved>
      </div>
    </div>
  )
}

interface PasskeyProps {
  passkey: PasskeyItem
  onRename: (name: string) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

function Passkey({ passkey, onRename, onRemove }: PasskeyProps) {
  const t = useTranslate(securityMessages)
  const removing = useFormAction()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const { name, createdAt, usedAt } = passkey
  const close = () => setOpen(null)
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <p className="stoa-app-muted">
          {t.rich('passkeys.made', { time: <RelativeTime value={createdAt} /> })}
          {' · '}
          {usedAt === null
            ? t('passkeys.neverUsed')
            : t.rich('passkeys.used', { time: <RelativeTime value={usedAt} /> })}
        </p>
        <Problem>{removing.problem}</Problem>
      </div>
      <div className="stoa-settings-ways">
        <Button size="s" aria-label={t('passkeys.rename.name', { name })} onClick={() => setOpen('rename')}>
          {t('passkeys.rename')}
        </Button>
        <Button
          size="s"
          busy={removing.busy}
          aria-label={t('passkeys.remove.name', { name })}
          onClick={() => setOpen('remove')}
        >
          {t('passkeys.remove')}
        </Button>
      </div>
      <RenameDialog open={open === 'rename'} name={name} onRename={onRename} onClose={close} />
      <Dialog
        open={open === 'remove'}
        kind="alert"
        title={t('passkeys.remove.title')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('settings.cancel')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                close()
                void removing.run(onRemove)
              }}
            >
              {t('passkeys.remove')}
            </Button>
          </>
        }
      >
        {t.rich('passkeys.remove.text', { name: <bdi>{name}</bdi> })}
      </Dialog>
    </li>
  )
}

interface RenameDialogProps {
  open: boolean
  name: string
  onRename: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Maximum length of a passkey's name. */
const NAME_MAX_LENGTH = 60

function RenameDialog({ open, name, onRename, onClose }: RenameDialogProps) {
  const t = useTranslate(securityMessages)
  const { busy, problem, run, reset } = useFormAction()
  const [text, setText] = useState(name)
  useEffect(() => setText(name), [name])

  function rename(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '' || busy) return
    void run(() => onRename(text.trim())).then((isDone) => isDone && onClose())
  }
  return (
    <Dialog open={open} title={t('passkeys.rename')} onClose={onClose}>
      <form className="stoa-settings-form" onSubmit={rename}>
        <TextField
          label={t('passkeys.field')}
          name="passkey"
          value={text}
          maxLength={NAME_MAX_LENGTH}
          error={problem || (text.trim() === '' ? t('passkeys.missing') : undefined)}
          onChange={(event) => {
            setText(event.currentTarget.value)
            reset()
          }}
        />
        <div className="stoa-settings-ways" data-end="">
          <Button type="submit" variant="primary" busy={busy}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
