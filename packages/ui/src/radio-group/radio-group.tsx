import { type ReactNode, useId } from 'react'

/** One choice of a `RadioGroup`. */
export interface RadioOption<Value extends string> {
  /** Told when it is chosen. */
  value: Value
  /** What it says. */
  label: ReactNode
  /** Help below the label. Default: none. */
  hint?: ReactNode
}

/** Props of `RadioGroup`. */
export interface RadioGroupProps<Value extends string> {
  /** The question. */
  label: string
  /** The choices. */
  options: readonly RadioOption<Value>[]
  /** The chosen one; null: none yet. */
  value: Value | null
  /** Called with another choice. */
  onChange: (value: Value) => void
}

/** One of a few choices, all of them in sight. */
export function RadioGroup<Value extends string>({ label, options, value, onChange }: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className="stoa-radio-group">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-describedby={option.hint ? `${name}-${option.value}` : undefined}
            aria-labelledby={`${name}-${option.value}-label`}
          />
          <span id={`${name}-${option.value}-label`}>{option.label}</span>
          {option.hint ? (
            <span className="stoa-field-hint" id={`${name}-${option.value}`}>
              {option.hint}
            </span>
          ) : null}
        </label>
      ))}
    </fieldset>
  )
}
