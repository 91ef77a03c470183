import { isComposing, TextArea, useTranslate } from '@stoa/ui'
import { createPostMessages } from '../messages.ts'

export interface TitleFieldProps {
  /** Undefined until the form is hydrated: Preact would replace a text typed before. */
  title: string | undefined
  error?: string | undefined
  busy: boolean
  onChange: (title: string) => void
}

/** The title of a post: a growing field of one line. */
export function TitleField({ title, error, busy, onChange }: TitleFieldProps) {
  const t = useTranslate(createPostMessages)
  return (
    <TextArea
      name="title"
      className="stoa-app-title-field"
      label={t('create.field.title')}
      hint={t('create.field.title.hint')}
      rows={1}
      // The page's drafts know whose a title is; the browser would give it to the next person.
      autoComplete="off"
      value={title}
      error={error}
      readOnly={busy}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event)) event.preventDefault()
      }}
      onChange={(event) => onChange(event.currentTarget.value.replace(/[\r\n]+/g, ' '))}
    />
  )
}
