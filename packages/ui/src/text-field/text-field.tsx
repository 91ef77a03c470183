import { forwardRef, type InputHTMLAttributes, useId } from 'react'
import { describedBy, Field, type FieldProps } from '../field/field.tsx'

/** Props of `TextField`, of a field, and all props of an `<input>`. */
export interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {}

/** One line of text: names, titles, addresses, passwords (by `type`). */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, hideLabel, hint, error, optional, className, id: givenId, ...rest },
  ref,
) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional}>
      <input
        dir="auto"
        placeholder=" "
        {...rest}
        {...describedBy(id, { hint, error })}
        ref={ref}
        className={className ? `stoa-input ${className}` : 'stoa-input'}
      />
    </Field>
  )
})
