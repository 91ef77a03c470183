import { PollIcon, translatable, useTranslate, useWritten } from '@stoa/ui'
import { postFeedMessages } from './messages.ts'

export interface PollPreviewProps {
  /** Texts of the options, in order. The first three are shown. */
  options: readonly string[]
  /** Number of voters. */
  totalVoters: number
}

const OPTIONS_MAX = 3

/** A poll summary without voting. On pinned cards a click opens the post. */
export function PollPreview({ options, totalVoters }: PollPreviewProps) {
  const t = useTranslate(postFeedMessages)
  const written = useWritten()
  return (
    <div className="stoa-card-poll-preview">
      <ul>
        {options.slice(0, OPTIONS_MAX).map((option, index) => (
          // Options may have equal texts, so they are identified by position.
          <li key={index} {...written(option)}>
            {option}
          </li>
        ))}
      </ul>
      <p>
        <PollIcon size={16} /> {t('feed.card.options', { count: options.length })} ·{' '}
        {translatable(t('feed.card.votes', { count: totalVoters }))}
      </p>
    </div>
  )
}
