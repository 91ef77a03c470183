import { onOneLine, POST_TITLE_MAX_LENGTH, textLength } from '@stoa/contract'
import { isComposing, TextArea, useTranslate } from '@stoa/ui'
import type { KeyboardEvent } from 'react'
import { createPostMessages } from '../messages.ts'
import type { PostForm } from '../post-form.ts'
import { isInLastLine, toText } from './title-and-text.ts'

export interface TitleFieldProps {
  /** Undefined until the form is hydrated: Preact would replace a text typed before. */
  title: string | undefined
  /** Decides the type it is set in, as in the published post. */
  kind: PostForm['kind']
  error?: string | undefined
  busy: boolean
  onChange: (title: string) => void
}

/** The title of a post, as it will look: a growing field of one line without a box. */
export function TitleField({ title, kind, error, busy, onChange }: TitleFieldProps) {
  const t = useTranslate(createPostMessages)
  return (
    <div className="stoa-app-writing-title" data-kind={kind}>
      <TextArea
        name="title"
        label={t('create.field.title')}
        hideLabel
        placeholder={t('create.field.title')}
        rows={1}
        // The page's drafts know whose a title is; the browser would give it to the next person.
        autoComplete="off"
        value={title}
        length={textLength(onOneLine(title ?? ''))}
        limit={POST_TITLE_MAX_LENGTH}
        error={error}
        readOnly={busy}
        onKeyDown={leaveTitle}
        onChange={(event) => onChange(event.currentTarget.value.replace(/[\r\n]+/g, ' '))}
      />
    </div>
  )
}

/** The text follows the title: after Enter, and below its last line. */
function leaveTitle(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, currentTarget: title, shiftKey, ctrlKey, metaKey, altKey } = event
  const isDown = key === 'ArrowDown' && !(shiftKey || ctrlKey || metaKey || altKey) && isInLastLine(title)
  if (isComposing(event) || (key !== 'Enter' && !isDown)) return
  event.preventDefault()
  toText(title, isDown)
}
