import { Button, TextField, useTranslate } from '@stoa/ui'
import { useState } from 'react'

/** English texts of the field for another language. */
const languageMessages = {
  'language.other': 'Another language',
  'language.hint': 'A language tag, such as de or pt-BR.',
  'language.submit': 'Add language',
  'language.bad': 'Use a language tag, such as de or pt-BR.',
} as const

/** Adds a language, in which somebody then writes. */
export function AddLanguage({ onAdd }: { onAdd: (tag: string) => void }) {
  const t = useTranslate(languageMessages)
  const [tag, setTag] = useState('')
  const [isBad, setBad] = useState(false)
  function add(): void {
    try {
      const [canonical] = Intl.getCanonicalLocales(tag.trim())
      setBad(!canonical)
      if (!canonical) return
      onAdd(canonical)
      setTag('')
    } catch {
      setBad(true)
    }
  }
  return (
    <div className="stoa-app-menu-language">
      <TextField
        label={t('language.other')}
        hint={t('language.hint')}
        error={isBad ? t('language.bad') : undefined}
        value={tag}
        maxLength={35}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would save the form around it.
          event.preventDefault()
          add()
        }}
        onChange={(event) => setTag(event.currentTarget.value)}
      />
      <Button onClick={add}>{t('language.submit')}</Button>
    </div>
  )
}
