import { ChevronDownIcon, VisuallyHidden } from '@stoa/ui'
import { type ReactNode, type SelectHTMLAttributes, useId } from 'react'

/** Props of `ChipSelect` and all props of a `<select>`. */
export interface ChipSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'multiple' | 'children'> {
  /** Accessible name. */
  label: string
  /** Before the text of the chosen option. Default: nothing. */
  mark?: ReactNode
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** Error message. Default: none. */
  error?: string | undefined
}

/** A chip that opens the platform's list of options, which works before the page's code has loaded. */
export function ChipSelect({ label, mark, options, error, ...rest }: ChipSelectProps) {
  const id = useId()
  const chosen = options.find(({ value }) => value === (rest.value ?? ''))
  return (
    <span className="stoa-app-chip" data-invalid={error ? '' : undefined}>
      {mark}
      <bdi aria-hidden="true">{chosen?.label}</bdi>
      <ChevronDownIcon size={14} />
      <select
        {...rest}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {options.map(({ value, label: text, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {text}
          </option>
        ))}
      </select>
      {/* The chip says it, too, and is red. Always rendered, since a live region must exist before its text does. */}
      <VisuallyHidden>
        <span id={`${id}-error`} role="alert">
          {error}
        </span>
      </VisuallyHidden>
    </span>
  )
}
