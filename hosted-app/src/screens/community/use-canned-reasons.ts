import { loadCannedReasons } from '@stoa/comments'
import type { CannedReason } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useEffect, useState } from 'react'

const NONE: readonly CannedReason[] = []

/** A community's canned reasons; empty for null, and until loaded. */
export function useCannedReasons(tokenName: string | null): readonly CannedReason[] {
  const stoa = useStoa()
  const [loaded, setLoaded] = useState<{ place: string; reasons: readonly CannedReason[] } | null>(null)
  useEffect(() => {
    if (tokenName === null) return
    let isLeft = false
    void loadCannedReasons(stoa, { tokenName }).then((reasons) => isLeft || setLoaded({ place: tokenName, reasons }))
    return () => {
      isLeft = true
    }
  }, [stoa, tokenName])
  return loaded && loaded.place === tokenName ? loaded.reasons : NONE
}
