import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n-context.ts'
import { translatable } from '../i18n/translatable.tsx'
import { uiMessages } from '../messages.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'

/** Common props of fields: label, help and error. */
export interface FieldProps {
  /** Label of the field. */
  label: string
  /** Shows the label to screen readers only, if the context makes it clear. Default false. */
  hideLabel?: boolean | undefined
  /** Help below the field. Default: none. */
  hint?: ReactNode
  /** Error message. It is announced and marks the field as invalid. Default: none. */
  error?: string | undefined
  /** Marks the field as optional. Default false. */
  optional?: boolean | undefined
}

/** The frame of a control: label above, hint and error below. */
export function Field({
  id,
  label,
  hideLabel,
  hint,
  error,
  optional,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  const t = useTranslate(uiMessages)
  return (
    <div className="stoa-field" data-invalid={error ? '' : undefined}>
      <label className="stoa-field-label" htmlFor={id}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {optional && !hideLabel ? <span className="stoa-field-optional"> ({t('ui.optional')})</span> : null}
      </label>
      {children}
      {hint ? (
        <div className="stoa-field-hint" id={`${id}-hint`}>
          {translatable(hint)}
        </div>
      ) : null}
      {/* Always rendered, since a live region must exist before its text does. */}
      <div className="stoa-field-error" id={`${id}-error`} role="alert">
        {translatable(error)}
      </div>
    </div>
  )
}

/** Attributes that link a control to its hint and error. */
export function describedBy(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const ids = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined }
}
