import { LANGUAGES, languageName, offeredLanguages } from '@stoa/contract'
import { Checkbox, useTranslate } from '@stoa/ui'
import { languagesOf, languagesText } from './domain-values.ts'
import { domainMessages } from './messages.ts'

export interface DomainLanguagesProps {
  /** The domain's own language, which is always offered. */
  language: string
  /** As in the form's values. */
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

/** The languages that readers of a domain may choose. */
export function DomainLanguages({ language, value, error, disabled, onChange }: DomainLanguagesProps) {
  const t = useTranslate(domainMessages)
  const offered = offeredLanguages({ language, languages: languagesOf(value) })
  const complete = offeredLanguages({ language, languages: LANGUAGES })
  // Also those that only a file of the installation has.
  const all = [...new Set([...complete, ...offered])]
  function toggle(tag: string, isOffered: boolean): void {
    const next = all.filter((one) => one !== language && (one === tag ? isOffered : offered.includes(one)))
    onChange(languagesText(next.join() === complete.slice(1).join() ? undefined : next))
  }
  return (
    <fieldset className="stoa-app-domain-providers">
      <legend className="stoa-field-label">{t('domain.field.languages')}</legend>
      {all.map((tag) => (
        <Checkbox
          key={tag}
          label={<bdi lang={tag}>{languageName(tag)}</bdi>}
          checked={offered.includes(tag)}
          disabled={disabled || tag === language}
          onChange={(event) => toggle(tag, event.currentTarget.checked)}
        />
      ))}
      {error && (
        <p className="stoa-field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
