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
  /** The server has an earlier state. */
  isBegun: boolean
}

/** Says in a few words whether changes are saved. */
export function SaveStatus({ state, isUnsaved, isAutomatic, isBegun }: SaveStatusProps) {
  const t = useTranslate(createPostMessages)
  const { locale } = useI18n()
  const isSaved = isAutomatic && !isUnsaved && (state.kind === 'saved' || (state.kind === 'idle' && isBegun))
  // What was saved before says nothing about newer changes.
  const unsaved = state.kind === 'saved' ? 'idle' : state.kind
  return (
    <span className="stoa-app-save-status" data-state={isSaved ? 'saved' : unsaved}>
      {isSaved ? (
        <>
          {t('create.save.saved')}{' '}
          {state.kind === 'saved' && <time>{formatDate(state.at, locale, { timeStyle: 'short' })}</time>}
        </>
      ) : (
        translatable(isAutomatic ? t(keyOf(state, isUnsaved)) : isUnsaved ? t('create.save.device') : '')
      )}
    </span>
  )
}

function keyOf({ kind }: SaveState, isUnsaved: boolean) {
  if (kind === 'saving') return 'create.save.saving'
  if (kind === 'offline' || kind === 'refused') return 'create.save.failed'
  return isUnsaved ? 'create.save.soon' : 'create.save.draft'
}

/** Says why changes aren't saved, and announces it; not each save. */
export function SaveProblem({ state }: Pick<SaveStatusProps, 'state'>) {
  const t = useTranslate(createPostMessages)
  const tAlert = useTranslate(alertMessages)
  const text = textOf()
  return (
    <>
      {text !== '' && (
        <p className="stoa-app-writing-note" data-tone="warning" aria-hidden="true">
          {text}
        </p>
      )}
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {translatable(text)}
        </span>
      </VisuallyHidden>
    </>
  )

  function textOf(): string {
    if (state.kind === 'offline') return t('create.save.offline')
    if (state.kind !== 'refused') return ''
    const { code, issues } = errorDetails(state.error, t)
    if (code === 'EDIT_CONFLICT') return t('create.save.conflict')
    if (code === 'DRAFT_LIMIT') return t('create.save.drafts')
    const why = issues.map(({ message }) => message).join(' ') || alertText(state.error, { t: tAlert })
    return t('create.save.refused', { why }).trim()
  }
}
