import { POLL_MAX_OPTIONS, POLL_MIN_OPTIONS, POLL_OPTION_MAX_LENGTH, repeatedOptions } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import {
  Button,
  CloseIcon,
  IconButton,
  isComposing,
  PlusIcon,
  SelectField,
  TextField,
  toLocalInput,
  useI18n,
  useTranslate,
  zoneName,
} from '@stoa/ui'
import { useRef } from 'react'
import { createPostMessages } from '../messages.ts'
import type { PollForm } from '../post-form.ts'

export interface PollFieldsProps {
  poll: PollForm
  /** People have voted, so the poll can't be changed. */
  locked: boolean
  error: string | undefined
  onChange: (poll: PollForm) => void
  onRemove: () => void
}

/** The options of a poll, where readers will see it. */
export function PollFields({ poll, locked, error, onChange, onRemove }: PollFieldsProps) {
  const t = useTranslate(createPostMessages)
  const { options } = poll
  const repeated = repeatedOptions(options)
  const wrong = repeated[0] ?? 0
  const fields = useRef<HTMLFieldSetElement>(null)
  /** After it has been rendered. */
  const focusOption = (index: number) =>
    setTimeout(() => fields.current?.querySelectorAll<HTMLInputElement>('.stoa-app-poll-option input')[index]?.focus())
  const addOption = () => {
    onChange({ ...poll, options: [...options, ''] })
    focusOption(options.length)
  }
  /** Enter leads to the next option, and after the last one adds one. */
  const goOn = (index: number) => {
    if (index < options.length - 1) focusOption(index + 1)
    else if (options.length < POLL_MAX_OPTIONS && options[index]?.trim()) addOption()
  }
  const setOption = (index: number, text: string) => onChange({ ...poll, options: options.with(index, text) })
  return (
    <fieldset ref={fields} className="stoa-app-poll-fields" disabled={locked}>
      <legend>{t('create.poll.legend')}</legend>
      {locked && <p className="stoa-app-muted">{t('create.poll.locked')}</p>}
      {options.map((option, index) => (
        <div key={index} className="stoa-app-poll-option">
          <TextField
            name={index === wrong ? 'poll' : `poll-${index}`}
            label={t('create.poll.option', { number: index + 1 })}
            maxLength={POLL_OPTION_MAX_LENGTH}
            value={option}
            error={index === wrong || repeated.includes(index) ? error : undefined}
            dir="auto"
            onChange={(event) => setOption(index, event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && goOn(index)}
          />
          {options.length > POLL_MIN_OPTIONS && (
            <IconButton
              label={t('create.poll.removeOption', { number: index + 1 })}
              icon={<CloseIcon />}
              onClick={() => {
                onChange({ ...poll, options: options.toSpliced(index, 1) })
                focusOption(Math.min(index, options.length - 2))
              }}
            />
          )}
        </div>
      ))}
      {options.length < POLL_MAX_OPTIONS && (
        <div>
          <Button variant="quiet" icon={<PlusIcon />} onClick={addOption}>
            {t('create.poll.addOption')}
          </Button>
        </div>
      )}
      {!locked && (
        <div>
          <Button variant="quiet" onClick={onRemove}>
            {t('create.poll.remove')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Who sees the results and votes of a poll, and how long it is open. */
export function PollSettings({ poll, locked, onChange }: Pick<PollFieldsProps, 'poll' | 'locked' | 'onChange'>) {
  const t = useTranslate(createPostMessages)
  const { locale } = useI18n()
  const now = useStoa().clock()
  const closes = new Date(poll.closes).getTime()
  return (
    <fieldset className="stoa-app-poll-settings" disabled={locked}>
      <legend>{t('create.poll.settings')}</legend>
      <SelectField
        label={t('create.poll.results')}
        value={poll.results}
        options={(['always', 'afterVote', 'afterClose'] as const).map((value) => ({
          value,
          label: t(`create.poll.results.${value}`),
        }))}
        onChange={(event) => onChange({ ...poll, results: event.currentTarget.value as PollForm['results'] })}
      />
      <SelectField
        label={t('create.poll.voters')}
        value={poll.voters}
        options={(['public', 'anonymous'] as const).map((value) => ({
          value,
          label: t(`create.poll.voters.${value}`),
        }))}
        onChange={(event) => onChange({ ...poll, voters: event.currentTarget.value as PollForm['voters'] })}
      />
      <TextField
        type="datetime-local"
        name="closes"
        label={t('create.poll.closes')}
        hint={t('create.poll.closes.hint', { zone: zoneName(locale, closes > now ? closes : now) })}
        error={!locked && closes <= now ? t('create.poll.past') : undefined}
        min={toLocalInput(now)}
        value={poll.closes}
        onChange={(event) => onChange({ ...poll, closes: event.currentTarget.value })}
      />
    </fieldset>
  )
}
