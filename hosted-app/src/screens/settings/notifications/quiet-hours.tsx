import { Checkbox, SelectField, TextField, useTranslate } from '@stoa/ui'
import { notificationMessages } from './messages.ts'
import { type QuietField, type QuietValues, quietProblem } from './quiet-values.ts'

export interface QuietHoursProps {
  values: QuietValues
  onChange: (name: QuietField, value: string | boolean) => void
}

/** When devices stay silent. */
export function QuietHours({ values, onChange }: QuietHoursProps) {
  const t = useTranslate(notificationMessages)
  const { from, to, timeZone, isQuiet } = values
  const problem = quietProblem(values)
  const errorOf = (name: 'from' | 'to') => (problem?.field === name ? t(problem.text) : undefined)
  return (
    <fieldset className="stoa-settings-quiet">
      <legend className="stoa-visually-hidden">{t('quiet.title')}</legend>
      <Checkbox
        label={t('quiet.title')}
        hint={t('quiet.hint')}
        checked={isQuiet}
        onChange={(event) => onChange('isQuiet', event.currentTarget.checked)}
      />
      {isQuiet && (
        <div className="stoa-settings-quiet-fields">
          {(['from', 'to'] as const).map((name) => (
            <TextField
              key={name}
              type="time"
              required
              label={t(`quiet.${name}`)}
              error={errorOf(name)}
              value={name === 'from' ? from : to}
              onChange={(event) => onChange(name, event.currentTarget.value)}
            />
          ))}
          <SelectField
            label={t('quiet.timeZone')}
            options={timeZones(timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            value={timeZone}
            onChange={(event) => onChange('timeZone', event.currentTarget.value)}
          />
        </div>
      )}
    </fieldset>
  )
}

/** All time zones that the browser knows, and the current one. */
function timeZones(current: string): string[] {
  const { supportedValuesOf } = Intl as { supportedValuesOf?: typeof Intl.supportedValuesOf }
  return [...new Set([...(supportedValuesOf?.('timeZone') ?? []), 'UTC', current])].toSorted()
}
