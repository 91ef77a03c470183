import { isOwnPath } from '@stoa/contract'
import { refuseInWindow, secondFactorOfHash } from '@stoa/login'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'

/** How somebody arrived at the sign-in page. */
export interface Arrival {
  /**
   * `arriving` while a session from a redirect is adopted, `done` afterward, `none` for people who came to sign in.
   */
  state: 'none' | 'arriving' | 'done'
  /** The page is a provider's window, which doesn't continue anywhere. */
  isWindow: boolean
  /** The error that sign-in failed with. Default: none. */
  problem?: { code: string; retryAfterMs: number } | undefined
}

/** Adopts a session after a provider's redirect; a provider's window reports it to its opener. */
export function useArrival(): Arrival {
  const { session } = useHostedApp()
  const [search] = useSearchParams()
  const { isSignedIn, name, code, retryAfterMs } = read(search)
  const [state, setState] = useState<'arriving' | 'done' | 'failed' | 'asked'>('arriving')

  useEffect(() => {
    if (!isSignedIn || !session) return
    if (secondFactorOfHash(window.location.hash)) return setState('asked')
    session.arrive().then(
      (arrived) => {
        setState(arrived ? 'done' : 'failed')
        if (arrived && name) window.close()
        if (!arrived && name) refuseInWindow({ window: name, code: 'PROVIDER_FAILED', retryAfterMs: 0 })
      },
      () => setState('failed'),
    )
  }, [isSignedIn, session, name])
  useEffect(() => {
    if (code && name) refuseInWindow({ window: name, code, retryAfterMs })
  }, [code, name, retryAfterMs])

  const isWindow = name !== ''
  if (code) return { state: 'none', isWindow, problem: { code, retryAfterMs } }
  if (!isSignedIn) return { state: 'none', isWindow }
  if (state === 'failed') return { state: 'none', isWindow, problem: { code: 'PROVIDER_FAILED', retryAfterMs: 0 } }
  return { state: state === 'asked' ? 'none' : state, isWindow }
}

function read(search: URLSearchParams) {
  const code = search.get('error') ?? ''
  // After a refusal, `next` is the window's own address.
  const next = search.get('next') ?? ''
  const address = new URL(isOwnPath(next) ? next : '/', 'https://forum.invalid')
  const landing = address.pathname === '/bbs/login' ? address.searchParams : null
  return {
    isSignedIn: search.has('signedIn') && code === '',
    name: search.get('window') ?? landing?.get('window') ?? '',
    code,
    retryAfterMs: Number(search.get('retryAfterMs')) || 0,
  }
}
