import { type ReactNode, useId } from 'react'
import { describedBy } from '../field/field.tsx'
import { translatable } from '../i18n/translatable.tsx'

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
  /** Name of the field in its form. Default: a generated one. */
  name?: string | undefined
  /** Help below the options. Default: none. */
  hint?: ReactNode
  /** Error message, which is announced. Default: none. */
  error?: string | undefined
  /** `chips` shows short options without hints in a row. Default `list`. */
  look?: 'list' | 'chips' | undefined
  /** Called with the new value. */
  onChange: (value: Value) => void
}

/** A choice of a few visible options. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, name, hint, error, look = 'list', onChange } = props
  const id = useId()
  const { 'aria-describedby': describedby } = describedBy(id, { hint, error })
  return (
    <fieldset className="stoa-radio-group" data-look={look} aria-describedby={describedby}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name ?? id}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
            aria-labelledby={`${id}-${option.value}-label`}
          />
          <span id={`${id}-${option.value}-label`}>{option.label}</span>
          {option.hint ? (
            <span className="stoa-field-hint" id={`${id}-${option.value}`}>
              {option.hint}
            </span>
          ) : null}
        </label>
      ))}
      {hint ? (
        <div className="stoa-field-hint" id={`${id}-hint`}>
          {translatable(hint)}
        </div>
      ) : null}
      {/* Always rendered, since a live region must exist before its text does. */}
      <div className="stoa-field-error" id={`${id}-error`} role="alert">
        {translatable(error)}
      </div>
    </fieldset>
  )
}
