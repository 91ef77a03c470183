import { Button, Dialog, useTranslate } from '@stoa/ui'
import { useBlocker } from 'react-router'
import { ACCOUNT_DELETED_PATH } from '../../../paths.ts'
import { profileMessages } from './messages.ts'

export interface LeaveQuestionProps {
  /** Whether there are unsaved changes. */
  isChanged: boolean
  onDiscard: () => void
}

/** Asks before leaving unsaved changes. They are kept, unless the reader discards them. */
export function LeaveQuestion({ isChanged, onDiscard }: LeaveQuestionProps) {
  const t = useTranslate(profileMessages)
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      currentLocation.pathname !== nextLocation.pathname &&
      // After deletion there is no profile to save.
      nextLocation.pathname !== ACCOUNT_DELETED_PATH,
  )
  return (
    <Dialog
      open={state === 'blocked'}
      kind="alert"
      title={t('profile.leave.title')}
      onClose={() => reset?.()}
      actions={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              onDiscard()
              proceed?.()
            }}
          >
            {t('profile.leave.discard')}
          </Button>
          <Button onClick={() => proceed?.()}>{t('profile.leave.keep')}</Button>
          <Button variant="primary" onClick={() => reset?.()}>
            {t('profile.leave.stay')}
          </Button>
        </>
      }
    >
      {t('profile.leave.text')}
    </Dialog>
  )
}
