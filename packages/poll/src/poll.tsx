import { type PollSettings, type PollValue, percentage } from '@stoa/contract'
import { RelativeTime, type RootProps, rootProps, translatable, useTranslate } from '@stoa/ui'
import { forwardRef } from 'react'
import { pollMessages } from './messages.ts'
import { PollOption } from './poll-option.tsx'
import { useClosed } from './use-closed.ts'

/** Props of `Poll`. */
export interface PollProps extends RootProps {
  /** Texts of the options, in order. */
  options: readonly string[]
  /** Closing time, who sees results when, and whether voters are named. */
  settings: PollSettings
  /** Count and last voters per option; null while results are hidden from this reader. */
  values: readonly PollValue[] | null
  /** Number of voters. */
  totalVoters: number
  /** Index of the viewer's option. Default -1: not voted. */
  selected?: number | undefined
  /** Called with the index of the chosen option; -1 removes the vote. */
  onVote: (index: number) => void
  /** A vote is being sent. The buttons stay enabled, because votes replace each other. Default false. */
  busy?: boolean | undefined
  /** Accepts no votes although the poll is open: the viewer is banned, or the post is hidden. Default false. */
  locked?: boolean | undefined
  /** Difference in milliseconds between the clock by which the poll closes and this one. Default 0. */
  clockOffset?: number | undefined
  /** Address of a member's page. */
  authorHref: (slugUrl: string) => string
}

/** A poll: options before voting, bars with percentages once the reader may see results. */
export const Poll = forwardRef<HTMLDivElement, PollProps>(function Poll(props, ref) {
  const { options, settings, values, totalVoters, selected = -1, onVote, busy = false, locked = false } = props
  const t = useTranslate(pollMessages)
  const closed = useClosed(settings.closesAt, props.clockOffset)
  // Texts that change are new elements, as in `translatable`.
  const hint = t(closed ? (values ? 'poll.ended' : 'poll.results.coming') : hintFor(props))
  return (
    <div
      role="group"
      aria-label={t('poll.label')}
      {...rootProps(props, 'stoa-poll')}
      ref={ref}
      aria-busy={busy}
      data-state={closed ? 'closed' : locked ? 'locked' : selected < 0 ? 'open' : 'voted'}
    >
      <ul className="stoa-poll-options">
        {options.map((option, index) => {
          const value = values?.[index]
          return (
            <PollOption
              // Options may have equal texts, so they are identified by position.
              key={index}
              text={option}
              result={
                value && totalVoters > 0 ? { ...value, percent: percentage(value.count, totalVoters) } : undefined
              }
              withVoters={settings.voters === 'public'}
              selected={selected === index}
              disabled={closed || locked}
              onChoose={() => onVote(selected === index ? -1 : index)}
              authorHref={props.authorHref}
            />
          )
        })}
      </ul>
      <p className="stoa-poll-facts">
        <span>{translatable(t('poll.voters', { count: totalVoters }))}</span>
        {settings.closesAt !== null && (
          <span key={String(closed)}>
            {t.rich(closed ? 'poll.closed' : 'poll.closes', { time: <RelativeTime value={settings.closesAt} /> })}
          </span>
        )}
        {settings.voters === 'anonymous' && <span>{t('poll.anonymous')}</span>}
        {settings.results === 'afterClose' && (
          <span>{translatable(t(closed && values ? 'poll.results.closed' : 'poll.results.afterClose'))}</span>
        )}
      </p>
      <p key={hint} className="stoa-poll-hint">
        {hint}
      </p>
    </div>
  )
})

/** The hint for an open poll. */
function hintFor({ locked, selected = -1, values, settings }: PollProps) {
  if (locked) return 'poll.locked'
  if (selected >= 0) return 'poll.change'
  return !values && settings.results === 'afterVote' ? 'poll.results.afterVote' : 'poll.choose'
}
