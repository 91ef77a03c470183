import { type CannedReason, canEditChecks } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { useEffect, useState } from 'react'

const NONE: readonly CannedReason[] = []

/** A community's canned reasons; empty for null, and until loaded. */
export function useCannedReasons(tokenName: string | null): readonly CannedReason[] {
  const stoa = useStoa()
  const { call } = stoa.client
  const viewer = useViewer() ?? null
  const about = tokenName !== null && { tokenName, scope: 'community' as const }
  const place = about && canEditChecks(viewer, about, stoa.clock()).allowed ? tokenName : null
  const [loaded, setLoaded] = useState<{ place: string; reasons: readonly CannedReason[] } | null>(null)
  useEffect(() => {
    if (place === null) return
    let isLeft = false
    call('checkRulesGet', { tokenName: place }).then(
      ({ rules }) => isLeft || setLoaded({ place, reasons: rules.reasons }),
      // The default reasons remain.
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [call, place])
  return loaded && loaded.place === place ? loaded.reasons : NONE
}
