import { accentColors } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { type CSSProperties, useId } from 'react'
import { accentStyle } from './use-accent.ts'

/** English texts of the choice of an accent color. */
const accentMessages = {
  'accent.none': 'Default',
  'accent.green': 'Green',
  'accent.indigo': 'Indigo',
  'accent.plum': 'Plum',
  'accent.rose': 'Rose',
  'accent.copper': 'Copper',
  'accent.custom': 'Custom color',
  'accent.light': 'This color is too light for text on a light background. Choose a darker one.',
  'accent.sample': 'Links and buttons',
} as const

export interface AccentInputProps {
  label: string
  /** Help below the label. Default: none. */
  hint?: string
  /** A color such as `#0b5563`; empty: the default. */
  value: string
  /** The color without a choice. Default: Stoa’s own. */
  fallback?: string | undefined
  onChange: (accent: string) => void
}

const STOA = '#0b5563'

const SUGGESTED = [
  { name: 'green', color: '#2f6b47' },
  { name: 'indigo', color: '#3a4aa0' },
  { name: 'plum', color: '#6f4a86' },
  { name: 'rose', color: '#8f3f55' },
  { name: 'copper', color: '#8a4b24' },
] as const

/** Chooses an accent color: a suggested one or any, and says at once if text in it couldn't be read. */
export function AccentInput({ label, hint, value, fallback = STOA, onChange }: AccentInputProps) {
  const t = useTranslate(accentMessages)
  const id = useId()
  const isLight = value !== '' && accentColors(value) === null
  const isCustom = value !== '' && !SUGGESTED.some(({ color }) => color === value)
  return (
    <fieldset className="stoa-app-accent" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="stoa-field-label">{label}</legend>
      <div className="stoa-app-swatches">
        {[{ name: 'none', color: '' } as const, ...SUGGESTED].map(({ name, color }) => (
          <input
            key={name}
            type="radio"
            name={id}
            aria-label={t(`accent.${name}`)}
            title={t(`accent.${name}`)}
            style={{ '--stoa-app-swatch': color || fallback } as CSSProperties}
            checked={value === color}
            onChange={() => onChange(color)}
          />
        ))}
        <label className="stoa-app-swatch-custom" data-chosen={isCustom || undefined}>
          <input
            type="color"
            name="accent"
            aria-invalid={isLight || undefined}
            aria-describedby={`${id}-error`}
            value={value || fallback}
            onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
          />
          {t('accent.custom')}
        </label>
      </div>
      {hint && (
        <p className="stoa-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="stoa-field-error" id={`${id}-error`} role="alert">
        {isLight && t('accent.light')}
      </p>
      {!isLight && (
        <p className="stoa-app-accent-sample" {...accentStyle(value || fallback)}>
          {t('accent.sample')}
        </p>
      )}
    </fieldset>
  )
}
