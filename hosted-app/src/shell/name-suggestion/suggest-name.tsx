import { loadViewer } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { useState } from 'react'
import { useLocation } from 'react-router'

const nameSuggestion = lazy(async () => (await import('./name-suggestion.tsx')).NameSuggestion)

/** Suggests choosing a name to people with a generated one. Only they load its code. */
export function SuggestName() {
  const stoa = useStoa()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const [isAnswered, setIsAnswered] = useState(false)
  const isDue = Boolean(viewer?.hasMadeUpName) && !isAnswered && !pathname.startsWith('/bbs/my-account')
  const { code: NameSuggestion } = useLazy(nameSuggestion, isDue)
  if (!viewer || !isDue || !NameSuggestion) return null
  const { username } = viewer
  const confirmName = () => {
    setIsAnswered(true)
    // Confirms the present name until there is another one. If that fails, it is suggested again on the next visit.
    stoa.client
      .call('userUsername', { username })
      .then(() => loadViewer(stoa, { force: true }))
      .catch(() => {})
  }
  return <NameSuggestion username={username} onAnswer={confirmName} />
}
