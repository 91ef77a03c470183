import { forwardRef, type SelectHTMLAttributes, useId } from 'react'
import { describedBy, Field, type FieldProps } from '../field/field.tsx'
import { ChevronDownIcon } from '../icons/more-icons.tsx'

/** Props of `SelectField`: a field's and everything a `<select>` takes. */
export interface SelectFieldProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'multiple'> {
  /** The options. */
  options: readonly { value: string; label: string; disabled?: boolean | undefined }[]
}

/** A choice of one option, with the platform's control. */
export const SelectField = forwardRef<HTMLSelectElement, SelectFieldProps>(function SelectField(
  { label, hideLabel, hint, error, optional, options, className, id: givenId, ...rest },
  ref,
) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <Field {...{ id, label, hideLabel, hint, error, optional }}>
      <div className="stoa-select">
        <select
          {...rest}
          {...describedBy(id, { hint, error })}
          ref={ref}
          className={className ? `stoa-input ${className}` : 'stoa-input'}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={18} />
      </div>
    </Field>
  )
})
