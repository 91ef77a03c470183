import { forwardRef, type InputHTMLAttributes, type ReactNode, useId } from 'react'

/** Props of `Checkbox` and all props of an `<input>`. */
export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The label; may contain links. */
  label: ReactNode
  /** Help below the label. Default: none. */
  hint?: ReactNode
}

/** Yes or no. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox({ label, hint, ...rest }, ref) {
  const id = useId()
  return (
    <label className="stoa-checkbox">
      <input
        {...rest}
        ref={ref}
        type="checkbox"
        aria-describedby={hint ? id : undefined}
        aria-labelledby={`${id}-label`}
      />
      <span id={`${id}-label`}>{label}</span>
      {hint ? (
        <span className="stoa-field-hint" id={id}>
          {hint}
        </span>
      ) : null}
    </label>
  )
})
