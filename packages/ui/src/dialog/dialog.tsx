import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { useTranslate } from '../i18n/i18n-context.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CloseIcon } from '../icons/icons.tsx'
import { isComposing } from '../is-composing.ts'
import { uiMessages } from '../messages.ts'
import { showModal } from './show-modal.ts'

/** Props of `Dialog`. */
export interface DialogProps {
  /** Whether it is open. A closed dialog renders nothing. */
  open: boolean
  /** Its heading and accessible name. */
  title: string
  /**
   * Called to close it: by Escape, the close button, or a press outside. With a text typed in one of its `<textarea>`s it
   * first asks whether to discard that. Set `open` to false.
   */
  onClose: () => void
  /**
   * `alert` for a question that must be answered. It is announced at once and not closed by a press outside. Default
   * `dialog`.
   */
  kind?: 'dialog' | 'alert' | undefined
  /**
   * What is typed is kept when it closes, so it doesn't ask, and opens without a field in focus, whose keyboard would
   * cover it on phones. Default false.
   */
  keepsInput?: boolean | undefined
  /** Buttons at its end, the main one last. Default: none. */
  actions?: ReactNode
  /** Its content. */
  children?: ReactNode
}

/** A modal dialog based on `<dialog>`. The rest of the page is inert, and focus returns afterward. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

/** Candidates for focus, best first: a field; the main action, unless it is destructive; any other control. */
const FIRST_CONTROLS = [
  '.stoa-dialog-content :is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled)',
  '.stoa-dialog-actions :is(a[href], button:enabled)[data-variant="primary"]',
  '.stoa-dialog-actions :is(a[href], button:enabled)',
]

function OpenDialog({ title, onClose, kind = 'dialog', keepsInput = false, actions, children }: DialogProps) {
  const t = useTranslate(uiMessages)
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  /** Fields in which somebody has typed. */
  const typed = useRef(new Set<HTMLTextAreaElement>())
  const [isAsking, setAsking] = useState(false)
  const filled = () => [...typed.current].find((field) => field.isConnected && field.value.trim() !== '')
  const close = () => (filled() ? setAsking(true) : onClose())
  const keep = () => {
    setAsking(false)
    filled()?.focus()
  }

  const before = useRef<Element>(null)
  // Before the browser handles the next key, which would be lost otherwise.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Read from the shadow root, because the document would only return the host element.
    before.current = (dialog.getRootNode() as Document | ShadowRoot).activeElement
    showModal(dialog)
    // Focus the dialog's main control. By default the browser focuses the first one, which closes it.
    const [first] = FIRST_CONTROLS.flatMap((controls) => dialog.querySelector<HTMLElement>(controls) ?? [])
    if (!keepsInput) first?.focus()
  }, [keepsInput])
  // Not in an effect, which hasn't run yet if Escape comes right after the dialog.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => {
      const focused = (dialog?.getRootNode() as Document | ShadowRoot | undefined)?.activeElement
      if (dialog && 'close' in dialog) dialog.close()
      // Unless its closing has led somewhere else.
      const isElsewhere = focused && focused !== document.body && !dialog?.contains(focused)
      if (!isElsewhere && before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      className="stoa-dialog"
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={kind === 'alert' ? `${id}-content` : undefined}
      onCancel={(event) => {
        // Controlled. Only the owner changes `open`.
        event.preventDefault()
        if (event.target === ref.current) close()
      }}
      onClose={(event) => {
        // The browser closed it nevertheless, as after several presses of Escape. Its text is still there.
        const dialog = ref.current
        if (event.target !== dialog || !dialog?.isConnected) return
        if (filled()) showModal(dialog)
        else onClose()
      }}
      onKeyDown={(event) => {
        // Browsers don't allow a dialog to stay open after a second Escape, unless its key is handled.
        if (event.key !== 'Escape' || isComposing(event) || !filled()) return
        event.preventDefault()
        if (isAsking) keep()
        else close()
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLTextAreaElement && !keepsInput) typed.current.add(target)
        setAsking(false)
      }}
      onClick={(event) => {
        // The inner box covers the dialog completely, so a press on the dialog itself is on its backdrop.
        if (event.target === ref.current && kind !== 'alert') close()
      }}
    >
      <div className="stoa-dialog-box">
        <div className="stoa-dialog-header">
          <h2 className="stoa-dialog-title" id={`${id}-title`}>
            {title}
          </h2>
          <IconButton label={t('ui.close')} icon={<CloseIcon />} size="s" onClick={close} />
        </div>
        <div className="stoa-dialog-content" id={`${id}-content`}>
          {children}
        </div>
        {isAsking ? (
          <DiscardQuestion onDiscard={onClose} onKeep={keep} />
        ) : (
          actions && <footer className="stoa-dialog-actions">{actions}</footer>
        )}
      </div>
    </dialog>
  )
}

function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const t = useTranslate(uiMessages)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <footer className="stoa-dialog-actions">
      <p className="stoa-dialog-question" role="alert">
        {t('ui.discard.question')}
      </p>
      <Button variant="danger" onClick={onDiscard}>
        {t('ui.discard')}
      </Button>
      <Button ref={keep} variant="primary" onClick={onKeep}>
        {t('ui.discard.keep')}
      </Button>
    </footer>
  )
}
