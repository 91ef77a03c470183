import { isBlankText, MESSAGE_MAX_LENGTH, normalizeText, textLength } from '@stoa/contract'
import { IconButton, isComposing, SendIcon, TextArea, useTranslate } from '@stoa/ui'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { messageTexts } from './texts.ts'

export interface MessageComposerProps {
  /** Name of the other person. */
  name: string
  /** The draft. */
  text: string
  onText: (text: string) => void
  /** Called with a text that can be sent. Empty the draft. */
  onSend: (text: string) => void
  /** The text field. Default: none. */
  field?: RefObject<HTMLTextAreaElement | null>
}

/** Where a message is written. Enter sends it, Shift+Enter starts a line; an input method's Enter does neither. */
export function MessageComposer({ name, text, onText, onSend, field }: MessageComposerProps) {
  const t = useTranslate(messageTexts)
  const [isRefused, setRefused] = useState(false)
  const length = textLength(normalizeText(text))
  const isTooLong = length > MESSAGE_MAX_LENGTH

  function send(): void {
    if (isBlankText(text)) return
    setRefused(isTooLong)
    if (!isTooLong) onSend(text)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="stoa-talk-write"
      aria-label={t('messages.write', { name })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
        field?.current?.focus()
      }}
    >
      <TextArea
        ref={field}
        label={t('messages.write', { name })}
        hideLabel
        placeholder={t('messages.write.short')}
        rows={1}
        value={text}
        length={length}
        limit={MESSAGE_MAX_LENGTH}
        error={isRefused && isTooLong ? t('messages.tooLong', { length }) : undefined}
        enterKeyHint="send"
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton type="submit" variant="primary" label={t('messages.send')} icon={<SendIcon />} />
    </form>
  )
}
