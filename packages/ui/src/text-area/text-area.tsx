import { forwardRef, type TextareaHTMLAttributes, useId, useState } from 'react'
import { describedBy, Field, type FieldProps } from '../field/field.tsx'
import { useTranslate } from '../i18n/i18n-context.ts'
import { translatable } from '../i18n/translatable.tsx'
import { uiMessages } from '../messages.ts'

/** Props of `TextArea`, of a field, and all props of a `<textarea>`. */
export interface TextAreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Minimum number of lines. Default 3. */
  rows?: number | undefined
  /** Length of the text in code points, shown from 80 % of `limit`. Default: not shown. */
  length?: number | undefined
  /** Maximum number of characters. Longer text isn't cut off, so that pasted text isn't lost. */
  limit?: number | undefined
}

/** Several lines of text. Grows with its content. */
export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { label, hideLabel, hint, error, optional, className, id: givenId, rows = 3, length, limit, onInput, ...rest },
  ref,
) {
  const t = useTranslate(uiMessages)
  const ownId = useId()
  const id = givenId ?? ownId
  const [typed, setTyped] = useState(rest.defaultValue)
  const counted = length !== undefined && limit !== undefined && length >= limit * 0.8
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional}>
      {/* A hidden copy of the text, or else the placeholder, in `::after` sets the height, without measuring or scripts. */}
      <div className="stoa-text-area" data-text={(rest.value ?? typed) || rest.placeholder}>
        <textarea
          dir="auto"
          placeholder=" "
          {...rest}
          {...describedBy(id, { hint, error })}
          ref={ref}
          rows={rows}
          className={className ? `stoa-input ${className}` : 'stoa-input'}
          onInput={(event) => {
            if (rest.value === undefined) setTyped(event.currentTarget.value)
            onInput?.(event)
          }}
        />
      </div>
      {counted ? (
        <div className="stoa-text-area-length" data-over={length > limit || undefined} aria-live="polite">
          {translatable(t('ui.length', { length, limit }))}
        </div>
      ) : null}
    </Field>
  )
})
