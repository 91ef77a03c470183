import { Button, Dialog, useTranslate } from '@stoa/ui'
import { memberMessages } from './messages.ts'

export interface EmailDialogProps {
  name: string
  /** Null without a confirmed address. */
  email: string | null
  onClose: () => void
}

/** A member's email address. */
export function EmailDialog({ name, email, onClose }: EmailDialogProps) {
  const t = useTranslate(memberMessages)
  return (
    <Dialog
      open
      title={t('memberEmail.title', { name })}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      }
    >
      <div className="stoa-decision">
        {email === null ? (
          <p>{t('memberEmail.none', { name })}</p>
        ) : (
          <>
            <p>
              <a href={`mailto:${email}`} dir="ltr">
                {email}
              </a>
            </p>
            <p className="stoa-app-muted">{t('memberEmail.logged')}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
