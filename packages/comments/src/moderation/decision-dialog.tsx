import { Button, Dialog, translatable, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { useCommentAction } from '../thread/use-comment-action.ts'
import { decisionMessages } from './messages.ts'

export interface DecisionDialogProps {
  title: string
  /** Label of the submit button. */
  submit: string
  /** The decision can't be undone. Default false. */
  isDanger?: boolean | undefined
  /** All required input is present. Default true. */
  isReady?: boolean | undefined
  /** Rejects with the error to explain. The dialog and its input then stay. */
  onDecide: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form for a decision about a person. */
export function DecisionDialog({
  title,
  submit,
  isDanger = false,
  isReady = true,
  onDecide,
  onClose,
  children,
}: DecisionDialogProps) {
  const t = useTranslate(decisionMessages)
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  const decide = () => isReady && void run(onDecide)
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button variant={isDanger ? 'danger' : 'primary'} disabled={!isReady} busy={busy} onClick={decide}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        className="stoa-decision"
        onSubmit={(event) => {
          event.preventDefault()
          decide()
        }}
      >
        {children}
        <p className="stoa-decision-problem" role="alert">
          {translatable(alert)}
        </p>
      </form>
    </Dialog>
  )
}
