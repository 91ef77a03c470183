import { accentColors } from '@stoa/contract'
import { TextField, useTranslate } from '@stoa/ui'
import { accentStyle } from './use-accent.ts'

/** English texts of the choice of an accent color. */
const accentMessages = {
  'accent.none': 'Stoa’s own color',
  'accent.light': 'This color is too light for text on a light background. Choose a darker one.',
  'accent.sample': 'Links and buttons',
} as const

export interface AccentInputProps {
  label: string
  hint: string
  /** A color such as `#0b5563`; empty: the default. */
  value: string
  onChange: (accent: string) => void
}

/** Shown by the browser's color picker while none is chosen. */
const FIRST = '#0b5563'

/** Chooses an accent color, and says at once if text in it couldn't be read. */
export function AccentInput({ label, hint, value, onChange }: AccentInputProps) {
  const t = useTranslate(accentMessages)
  const isLight = value !== '' && accentColors(value) === null
  return (
    <>
      <TextField
        type="color"
        name="accent"
        className="stoa-app-accent-input"
        label={label}
        hint={hint}
        error={isLight ? t('accent.light') : undefined}
        value={value || FIRST}
        onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
      />
      <p className="stoa-app-accent-sample" {...accentStyle(value)}>
        {value === '' ? t('accent.none') : !isLight && t('accent.sample')}
      </p>
    </>
  )
}
