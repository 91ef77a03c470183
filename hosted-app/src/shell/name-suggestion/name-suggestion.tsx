import { Button, ButtonLink, useTranslate } from '@stoa/ui'
import { useId } from 'react'

/** English texts of the suggestion to choose a name, loaded with it. */
const nameSuggestionMessages = {
  'suggestion.text': 'Your name appears as {name}. Choose the name you want others to see.',
  'suggestion.choose': 'Choose a name',
  'suggestion.keep': 'Keep this one',
} as const

export interface NameSuggestionProps {
  /** The generated username. */
  username: string
  /** The suggestion was accepted or dismissed: it isn't shown again. */
  onAnswer: () => void
}

/** Suggests once to choose a name instead of a generated one. An overlay that moves nothing and takes no focus. */
export function NameSuggestion({ username, onAnswer }: NameSuggestionProps) {
  const t = useTranslate(nameSuggestionMessages)
  const id = useId()
  return (
    <section className="stoa-app-suggestion" aria-labelledby={id}>
      <p id={id} role="status">
        {t.rich('suggestion.text', {
          name: (
            <strong dir="ltr" key="name">
              {username}
            </strong>
          ),
        })}
      </p>
      <div className="stoa-app-suggestion-ways">
        <ButtonLink size="s" variant="primary" href="/bbs/my-account/settings/profile#username" onClick={onAnswer}>
          {t('suggestion.choose')}
        </ButtonLink>
        <Button size="s" variant="quiet" onClick={onAnswer}>
          {t('suggestion.keep')}
        </Button>
      </div>
    </section>
  )
}
