import { Button, Dialog, useTranslate } from '@stoa/ui'
import { useBlocker } from 'react-router'
import { ACCOUNT_DELETED_PATH } from '../../paths.ts'
import { settingsMessages } from './settings-messages.ts'

export interface LeaveQuestionProps {
  /** There are changes that are not saved. */
  isChanged: boolean
  onDiscard: () => void
}

/** Asks before the reader leaves unsaved changes behind. What is typed is kept either way, unless they say otherwise. */
export function LeaveQuestion({ isChanged, onDiscard }: LeaveQuestionProps) {
  const t = useTranslate(settingsMessages)
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Then there is no profile any more.
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
