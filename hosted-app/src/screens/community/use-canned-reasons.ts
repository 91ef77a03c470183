import { loadCannedReasons } from '@stoa/comments'
import type { CannedReason } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useEffect, useState } from 'react'

const NONE: readonly CannedReason[] = []

/** A community's canned reasons; empty for null, and until loaded. */
export function useCannedReasons(tokenName: string | null): readonly CannedReason[] {
  const stoa = useStoa()
  const [loaded, setLoaded] = useState<{ tokenName: string; reasons: readonly CannedReason[] } | null>(null)
  useEffect(() => {
    if (tokenName === null) return
    let isLeft = false
    void loadCannedReasons(stoa, { tokenName }).then((reasons) => isLeft || setLoaded({ tokenName, reasons }))
    return () => {
      isLeft = true
    }
  }, [stoa, tokenName])
  return loaded && loaded.tokenName === tokenName ? loaded.reasons : NONE
}
