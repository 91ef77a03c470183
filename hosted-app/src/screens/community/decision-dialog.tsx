import { Button, type ButtonProps, Dialog, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { moderationMessages } from './moderation-messages.ts'

export interface DecisionDialogProps {
  title: string
  /** Label of the submit button. */
  submit: string
  /** Default `primary`. */
  variant?: ButtonProps['variant']
  /** Whether everything required is filled in. Default true. */
  isReady?: boolean
  /** Rejects with the error to show; the dialog stays open with its values. */
  onDecide: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form for a decision about a person. */
export function DecisionDialog({
  title,
  submit,
  variant = 'primary',
  isReady = true,
  onDecide,
  onClose,
  children,
}: DecisionDialogProps) {
  const t = useTranslate(moderationMessages)
  const { busy, problem, run } = useFormAction()
  const decide = () => isReady && void run(onDecide)
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button variant={variant} disabled={!isReady} busy={busy} onClick={decide}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        className="stoa-app-decision"
        onSubmit={(event) => {
          event.preventDefault()
          decide()
        }}
      >
        {children}
        <p className="stoa-app-problem" role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  )
}
