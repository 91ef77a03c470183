import type { Community } from '@stoa/contract'
import { Button, Dialog, RulesList, useTranslate } from '@stoa/ui'
import { type ReactNode, useRef, useState } from 'react'
import { reportMessages } from './messages.ts'
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx'

/** Props of `ReportDialog`. */
export interface ReportDialogProps extends Pick<ReasonDialogProps, 'title' | 'onClose'> {
  /** Rules of the community that receives the report. Default: none. */
  rules?: Community['rules'] | undefined
  /** Shown above the rules and reasons. Default: nothing. */
  children?: ReactNode
  /**
   * Sends the report. Resolves to false if the viewer had already reported it, and rejects with the error to explain.
   */
  onReport: (why: Parameters<ReasonDialogProps['onSubmit']>[0]) => Promise<boolean>
  /** Hides it for the viewer alone, after the dialog has closed. Default: it can't be hidden. */
  onHide?: (() => void) | undefined
}

/** Asks why something is reported, then says what happens next and offers to hide it. */
export function ReportDialog({ title, rules = [], children, onReport, onHide, onClose }: ReportDialogProps) {
  const t = useTranslate(reportMessages)
  const [result, setResult] = useState<'new' | 'again' | null>(null)
  const isSent = useRef(false)

  if (result === null) {
    return (
      <ReasonDialog
        title={title}
        help={t('report.help')}
        submit={t('report.submit')}
        onSubmit={async (why) => {
          const isNew = await onReport(why)
          isSent.current = true
          setResult(isNew ? 'new' : 'again')
        }}
        // The dialog also requests closing after the report was sent.
        onClose={() => isSent.current || onClose()}
      >
        {(children || rules.length > 0) && (
          <div className="stoa-report-about">
            {children}
            {rules.length > 0 && (
              <details>
                <summary>{t('report.rules')}</summary>
                <RulesList rules={rules} isOpen />
              </details>
            )}
          </div>
        )}
      </ReasonDialog>
    )
  }
  const hide = () => {
    onClose()
    onHide?.()
  }
  return (
    <Dialog
      open
      title={t(result === 'new' ? 'report.sent' : 'report.again')}
      onClose={onClose}
      actions={
        <>
          {onHide && <Button onClick={hide}>{t('report.hide')}</Button>}
          <Button variant="primary" onClick={onClose}>
            {t('report.close')}
          </Button>
        </>
      }
    >
      {result === 'new' && <p>{t('report.next')}</p>}
      {onHide && <p>{t('report.hide.text')}</p>}
    </Dialog>
  )
}
