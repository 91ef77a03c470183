import { alertMessages, alertText, errorDetails } from '@stoa/store'
import { formatDate, translatable, useI18n, useTranslate, VisuallyHidden } from '@stoa/ui'
import { createPostMessages } from '../messages.ts'
import type { SaveState } from './draft-autosave.ts'

export interface SaveStatusProps {
  state: SaveState
  /** Whether there are changes that the server doesn't have. */
  isUnsaved: boolean
  /** Drafts are saved automatically. Otherwise they are kept on this device only. */
  isAutomatic: boolean
}

/** Says in one line whether changes are saved, and where. Only changes of the state are announced, not each save. */
export function SaveStatus({ state, isUnsaved, isAutomatic }: SaveStatusProps) {
  const t = useTranslate(createPostMessages)
  const tAlert = useTranslate(alertMessages)
  const { locale } = useI18n()
  const text = isAutomatic ? textOf() : t('create.saved')
  return (
    <>
      <span className="stoa-app-muted stoa-app-save-status" data-state={state.kind}>
        {text}
      </span>
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {(state.kind === 'offline' || state.kind === 'refused') && translatable(text)}
        </span>
      </VisuallyHidden>
    </>
  )

  function textOf(): string {
    switch (state.kind) {
      case 'idle':
        return isUnsaved ? t('create.save.soon') : t('create.save.automatic')
      case 'saving':
        return t('create.save.saving')
      case 'saved':
        return isUnsaved
          ? t('create.save.soon')
          : t('create.save.saved', { time: formatDate(state.at, locale, { timeStyle: 'short' }) })
      case 'offline':
        return t('create.save.offline')
      case 'refused': {
        const { code, issues } = errorDetails(state.error)
        if (code === 'EDIT_CONFLICT') return t('create.save.conflict')
        const why = issues.map(({ message }) => message).join(' ') || alertText(state.error, { t: tAlert })
        return t('create.save.refused', { why }).trim()
      }
    }
  }
}
