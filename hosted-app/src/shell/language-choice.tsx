import { languageName } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'
import { useErrorToast } from './use-error-toast.ts'

/** English text of the choice of a language. */
const languageMessages = { 'app.language': 'Language of this site' } as const

/** The languages of the domain, for visitors and members. The page is loaded again in the chosen one. */
export function LanguageChoice({ className }: { className?: string }) {
  const t = useTranslate(languageMessages)
  const { language, languages } = useHostedApp().config
  const { call } = useStoa().client
  const alert = useErrorToast()
  const [chosen, setChosen] = useState(language)
  if (languages.length < 2) return null
  async function choose(next: string): Promise<void> {
    setChosen(next)
    try {
      await call('languageChoose', { language: next })
      window.location.reload()
    } catch (error) {
      setChosen(language)
      alert(error)
    }
  }
  return (
    <select
      className={className}
      aria-label={t('app.language')}
      value={chosen}
      onChange={(event) => void choose(event.currentTarget.value)}
    >
      {languages.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {languageName(tag)}
        </option>
      ))}
    </select>
  )
}
