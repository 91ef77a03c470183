import { isReservedName, TOKEN_NAME } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useEffect, useState } from 'react'

/** Result for a token name; `unknown`: not yet, or the name is invalid. */
export type NameState = 'unknown' | 'checking' | 'free' | 'taken' | 'reserved'

const PAUSE_MS = 400

/** Checks whether a token name is available, after a pause in typing. */
export function useNameCheck(tokenName: string): NameState {
  const { call } = useStoa().client
  const [result, setResult] = useState<{ name: string; state: NameState }>({ name: '', state: 'unknown' })
  const isName = TOKEN_NAME.test(tokenName)
  const isReserved = isReservedName(tokenName)
  const isAsked = isName && !isReserved
  useEffect(() => {
    if (!isAsked) return
    let isGone = false
    const update = (state: NameState) => isGone || setResult({ name: tokenName, state })
    const timer = setTimeout(() => {
      // Requests a list, because browsers would log the 404 of a missing community.
      call('communityList', { tokenNames: tokenName, limit: 1 }).then(
        ({ items }) => update(items.length > 0 ? 'taken' : 'free'),
        () => update('unknown'),
      )
    }, PAUSE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [call, tokenName, isAsked])
  if (!isName) return 'unknown'
  if (isReserved) return 'reserved'
  return result.name === tokenName ? result.state : 'checking'
}
