import type { PollValue } from '@stoa/contract'
import { Anchor, Avatar, CheckIcon, formatCompact, useI18n, useTranslate, Written } from '@stoa/ui'
import { pollMessages } from './messages.ts'

/** Props of `PollOption`. */
export interface PollOptionProps {
  /** Text of the option. */
  text: string
  /** Votes with their share in percent; undefined while results are hidden from this reader. */
  result: (PollValue & { percent: number }) | undefined
  /** The poll shows its last voters. Space is reserved at every option. */
  withVoters: boolean
  /** The viewer's choice. */
  selected: boolean
  /** Voting is disabled. */
  disabled: boolean
  /** Called when it is chosen, or chosen again. */
  onChoose: () => void
  /** Address of a member's page. */
  authorHref: (slugUrl: string) => string
}

/** A poll option: a toggle button, with bar and last voters if results are visible. */
export function PollOption(props: PollOptionProps) {
  const { text, result, withVoters, selected, disabled, onChoose, authorHref } = props
  const t = useTranslate(pollMessages)
  const { locale } = useI18n()
  const percent = result && percentFormat(locale).format(result.percent / 100)
  const others = result ? result.count - result.lastVoters.length : 0
  return (
    <li className="stoa-poll-option" data-selected={selected} data-results={result !== undefined}>
      <button
        type="button"
        className="stoa-poll-choice"
        aria-pressed={selected}
        aria-label={result && percent ? t('poll.option', { option: text, percent, count: result.count }) : undefined}
        disabled={disabled}
        onClick={onChoose}
      >
        {result && (
          // An SVG, because its width is an attribute: strict content security policies refuse style attributes.
          <svg className="stoa-poll-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={result.percent} height="1" />
          </svg>
        )}
        <span className="stoa-poll-mark">{selected && <CheckIcon size={14} />}</span>
        <span className="stoa-poll-text">
          <Written>{text}</Written>
        </span>
        <span className="stoa-poll-percent" translate="no">
          {result && <Percent value={result.percent} locale={locale} />}
        </span>
      </button>
      {withVoters && (
        <span
          className="stoa-poll-voters"
          {...(result?.count && { role: 'group', 'aria-label': t('poll.lastVoters', { option: text }) })}
        >
          {result?.lastVoters.map((voter) => (
            <Anchor key={voter.userId} href={authorHref(voter.slugUrl)} title={voter.displayName}>
              <Avatar name={voter.displayName} id={voter.userId} src={voter.imageUrl} size="xs" />
            </Anchor>
          ))}
          {others > 0 && (
            <span className="stoa-poll-others" dir="ltr" translate="no" title={t('poll.moreVoters', { count: others })}>
              {`+${formatCompact(others, locale)}`}
            </span>
          )}
        </span>
      )}
    </li>
  )
}

const PERCENT = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

const formats = new Map<string, Intl.NumberFormat>()

/** Creating a format takes longer than rendering an option. */
function percentFormat(locale: string): Intl.NumberFormat {
  const known = formats.get(locale)
  if (known) return known
  const format = new Intl.NumberFormat(locale, PERCENT)
  formats.set(locale, format)
  return format
}

/** A percentage whose decimals are smaller. */
function Percent({ value, locale }: { value: number; locale: string }) {
  const parts = percentFormat(locale).formatToParts(value / 100)
  return parts.map(({ type, value: text }) =>
    type === 'decimal' || type === 'fraction' ? <small key={type}>{text}</small> : text,
  )
}
