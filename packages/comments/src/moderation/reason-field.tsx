import { BAN_REASON_MAX_LENGTH, type CannedReason, textLength } from '@stoa/contract'
import { SelectField, TextArea, type TextAreaProps, useTranslate } from '@stoa/ui'
import { decisionMessages } from './messages.ts'

export interface ReasonFieldProps extends Pick<TextAreaProps, 'label' | 'hint' | 'optional' | 'rows'> {
  /** Reasons to choose from. */
  canned: readonly CannedReason[]
  value: string
  onChange: (value: string) => void
}

/** A reason for the person concerned, chosen from a list or in the moderator's own words. */
export function ReasonField({ canned, value, onChange, ...field }: ReasonFieldProps) {
  const t = useTranslate(decisionMessages)
  return (
    <>
      {canned.length > 0 && (
        <SelectField
          label={t('reason.canned')}
          value=""
          options={[
            { value: '', label: t('reason.canned.own') },
            ...canned.map(({ title }, at) => ({ value: String(at), label: title })),
          ]}
          // Text typed before stays above it.
          onChange={({ target }) => {
            const text = target.value === '' ? '' : (canned[Number(target.value)]?.text ?? '')
            if (text) onChange(value.trim() === '' ? text : `${value.trimEnd()}\n\n${text}`)
          }}
        />
      )}
      <TextArea
        {...field}
        value={value}
        length={textLength(value)}
        limit={BAN_REASON_MAX_LENGTH}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  )
}

/** Whether a reason is short enough. */
export const fits = (reason: string) => textLength(reason) <= BAN_REASON_MAX_LENGTH
