import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslate } from '../i18n/use-translate.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { CloseIcon } from '../icons/icons.tsx'
import { uiMessages } from '../messages.ts'

/** Props of `Dialog`. */
export interface DialogProps {
  /** Whether it is open. A closed dialog renders nothing. */
  open: boolean
  /** Its heading and accessible name. */
  title: string
  /** Called to close it: by Escape, the close button, or a press outside. Set `open` to false. */
  onClose: () => void
  /**
   * `alert` for a question that must be answered. It is announced at once and not closed by a press outside. Default
   * `dialog`.
   */
  kind?: 'dialog' | 'alert' | undefined
  /** Buttons at its end, the main one last. Default: none. */
  actions?: ReactNode
  /** Its content. */
  children?: ReactNode
}

/** A modal dialog based on `<dialog>`. The rest of the page is inert, and focus returns afterwards. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

/** Candidates for focus, best first: a field; the main action, unless it is destructive; any other control. */
const FIRST_CONTROLS = [
  '.stoa-dialog-content :is(a[href], button:enabled, input:enabled, select:enabled, textarea:enabled)',
  '.stoa-dialog-actions :is(a[href], button:enabled)[data-variant="primary"]',
  '.stoa-dialog-actions :is(a[href], button:enabled)',
]

function OpenDialog({ title, onClose, kind = 'dialog', actions, children }: DialogProps) {
  const t = useTranslate(uiMessages)
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Read from the shadow root, because the document would only return the host element.
    const before = (dialog.getRootNode() as Document | ShadowRoot).activeElement
    // Without support for modal dialogs it is shown as an ordinary one.
    if ('showModal' in dialog) dialog.showModal()
    else (dialog as HTMLElement).setAttribute('open', '')
    // Focus the dialog's main control. By default the browser focuses the first one, which closes it.
    const [first] = FIRST_CONTROLS.flatMap((controls) => dialog.querySelector<HTMLElement>(controls) ?? [])
    first?.focus()
    return () => {
      if ('close' in dialog) dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
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
        if (event.target === ref.current) onClose()
      }}
      onClick={(event) => {
        // The inner box covers the dialog completely, so a press on the dialog itself is on its backdrop.
        if (event.target === ref.current && kind !== 'alert') onClose()
      }}
    >
      <div className="stoa-dialog-box">
        <header className="stoa-dialog-header">
          <h2 className="stoa-dialog-title" id={`${id}-title`}>
            {title}
          </h2>
          <IconButton label={t('ui.close')} icon={<CloseIcon />} size="s" onClick={onClose} />
        </header>
        <div className="stoa-dialog-content" id={`${id}-content`}>
          {children}
        </div>
        {actions ? <footer className="stoa-dialog-actions">{actions}</footer> : null}
      </div>
    </dialog>
  )
}
