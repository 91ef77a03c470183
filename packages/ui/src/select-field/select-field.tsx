import { forwardRef, type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import { describedBy, Field, type FieldProps } from '../field/field.tsx'
import { ChevronDownIcon } from '../icons/more-icons.tsx'

/** Props of `SelectField`, of a field, and all props of a `<select>`. */
export interface SelectFieldProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'multiple'> {
  /** The options. */
  options: readonly SelectOption[]
  /** Shown before the chosen option, such as its color. Default: nothing. */
  mark?: ReactNode
}

interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

/** A choice of one option, using the platform's control. */
export const SelectField = forwardRef<HTMLSelectElement, SelectFieldProps>(function SelectField(
  { label, hideLabel, hint, error, optional, options, mark, className, id: givenId, ...rest },
  ref,
) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional}>
      <div className="stoa-select">
        {mark && <span className="stoa-select-mark">{mark}</span>}
        <select
          {...rest}
          {...describedBy(id, { hint, error })}
          ref={ref}
          className={className ? `stoa-input ${className}` : 'stoa-input'}
        >
          {options.map(({ value, label: text, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={18} />
      </div>
    </Field>
  )
})
