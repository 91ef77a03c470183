import { alertFor, type Intent } from '@stoa/store'
import { useIntent, useViewer } from '@stoa/store/react'
import { Button, Dialog, useTranslate } from '@stoa/ui'
import { accountQuestionMessages } from './account-messages.ts'

/** Props of `AccountQuestion`. */
export interface AccountQuestionProps {
  /** Called when the action failed. Show `alertFor(error)`. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

const PUBLISHING: readonly Intent['action'][] = ['post', 'comment']

/** Asks before an action is done in the name of another account than the one in which it was begun. */
export function AccountQuestion({ onFailure }: AccountQuestionProps) {
  const t = useTranslate(accountQuestionMessages)
  const intent = useIntent()
  const name = useViewer()?.displayName ?? ''
  const isOpen = intent?.kind === 'other-account' && name !== ''
  const verb = intent && PUBLISHING.includes(intent.action) ? 'publish' : 'continue'
  const goOn = () =>
    void intent?.resume().catch((error: unknown) => {
      if (alertFor(error)) onFailure?.(error)
    })
  return (
    <Dialog
      open={isOpen}
      title={t('login.otherAccount.title', { name })}
      onClose={() => intent?.cancel()}
      actions={
        <>
          <Button onClick={() => intent?.cancel()}>{t('login.otherAccount.cancel')}</Button>
          <Button variant="primary" onClick={goOn}>
            {t(`login.otherAccount.${verb}`, { name })}
          </Button>
        </>
      }
    >
      <p>{t(intent?.isNameless ? 'login.otherAccount.nameless' : 'login.otherAccount.text')}</p>
    </Dialog>
  )
}
