import { Button, isComposing, useTranslate } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { composerMessages } from './messages.ts'

/** Props of `DiscardQuestion`. */
export interface DiscardQuestionProps {
  /** Discards the changes. */
  onDiscard: () => void
  /** Continues writing. */
  onKeep: () => void
}

/** Asks, right below the text, whether to discard changes. Pressing Escape again keeps them. */
export function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps) {
  const t = useTranslate(composerMessages)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <div
      className="stoa-composer-bar"
      role="alertdialog"
      aria-label={t('comment.discard')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) onKeep()
      }}
    >
      <span className="stoa-composer-facts">{t('comment.discard')}</span>
      <Button ref={keep} size="s" variant="quiet" onClick={onKeep}>
        {t('comment.discard.no')}
      </Button>
      <Button size="s" variant="danger" onClick={onDiscard}>
        {t('comment.discard.yes')}
      </Button>
    </div>
  )
}
