import { lazy, useLazy } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { onRevision, useConsent } from './consent.ts'

const card = lazy(async () => (await import('./consent-card.tsx')).ConsentCard)

/** Asks visitors for their choice where the domain requires it, and again when they want to revise it. */
export function ConsentQuestion() {
  const { isDecided } = useConsent()
  const [isRevised, setRevised] = useState(false)
  const isOpen = !isDecided || isRevised
  const { code: ConsentCard } = useLazy(card, isOpen)
  useEffect(() => onRevision(() => setRevised(true)), [])
  const close = useCallback(() => setRevised(false), [])
  return isOpen && ConsentCard ? <ConsentCard isRevised={isRevised} onClose={close} /> : null
}
