import { useTranslate, Written } from '@stoa/ui'
import { useState } from 'react'
import { domainMessages } from './messages.ts'

/** Longer values are shortened. */
const LONG = 140

/** The value of a setting; the whole of a long one on request. */
export function SettingValue({ text }: { text: string }) {
  const t = useTranslate(domainMessages)
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > LONG
  return (
    <span className="stoa-app-setting-value">
      <Written>{isLong && !isWhole ? `${text.slice(0, LONG).trimEnd()}…` : text}</Written>
      {isLong && (
        <>
          {' '}
          <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t(isWhole ? 'domain.value.short' : 'domain.value.whole')}
          </button>
        </>
      )}
    </span>
  )
}
