import { loadViewer } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useScreenCode } from './screen-code.tsx'

/** Suggests choosing a name to people with a generated one. Only they load its code. */
export function SuggestName() {
  const stoa = useStoa()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const [isAnswered, setIsAnswered] = useState(false)
  const isDue = Boolean(viewer?.hasMadeUpName) && !isAnswered && !pathname.startsWith('/bbs/my-account')
  const { Screen } = useScreenCode(load, isDue)
  if (!viewer || !isDue || !Screen) return null
  const { username } = viewer
  const answer = () => {
    setIsAnswered(true)
    // Confirms the present name until there is another one. If that fails, it is suggested again on the next visit.
    stoa.client
      .call('userUsername', { username })
      .then(() => loadViewer(stoa, { force: true }))
      .catch(() => {})
  }
  return <Screen username={username} onAnswer={answer} />
}

const load = async () => (await import('./name-suggestion.tsx')).NameSuggestion
