import { type ReactNode, useId } from 'react'

/** An option of a `RadioGroup`. */
export interface RadioOption<Value extends string> {
  /** Its value. */
  value: Value
  /** Its label. */
  label: ReactNode
  /** Help below the label. Default: none. */
  hint?: ReactNode
}

/** Props of `RadioGroup`. */
export interface RadioGroupProps<Value extends string> {
  /** The question. */
  label: string
  /** The options. */
  options: readonly RadioOption<Value>[]
  /** The selected one; null: none. */
  value: Value | null
  /** `chips` shows short options without hints in a row. Default `list`. */
  look?: 'list' | 'chips' | undefined
  /** Called with the new value. */
  onChange: (value: Value) => void
}

/** A choice of a few visible options. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, look = 'list', onChange } = props
  const name = useId()
  return (
    <fieldset className="stoa-radio-group" data-look={look}>
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
