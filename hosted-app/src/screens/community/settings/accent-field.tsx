import { Button, useTranslate } from '@stoa/ui'
import { AccentInput } from '../../../shell/accent-input.tsx'
import { generalMessages } from './messages.ts'

export interface AccentFieldProps {
  /** A color such as `#0b5563`; empty for the default. */
  value: string
  onChange: (accent: string) => void
  /** Chooses the default color. */
  onReset: () => void
}

/** A community's accent color. */
export function AccentField({ value, onChange, onReset }: AccentFieldProps) {
  const t = useTranslate(generalMessages)
  return (
    <div className="stoa-app-logo-field">
      <AccentInput
        label={t('general.field.accent')}
        hint={t('general.field.accent.hint')}
        value={value}
        onChange={onChange}
      />
      {value !== '' && (
        <div>
          <Button type="button" size="s" variant="quiet" onClick={onReset}>
            {t('general.field.accent.reset')}
          </Button>
        </div>
      )}
    </div>
  )
}
