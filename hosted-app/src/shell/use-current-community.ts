import type { Community } from '@stoa/contract'
import { useStoaState } from '@stoa/store/react'
import { useLocation, useParams } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'

/** The community of the current page, by its address; null outside of communities, and until it is loaded. */
export function useCurrentCommunity(): Community | null {
  const { config } = useHostedApp()
  const { token } = useParams()
  const { pathname } = useLocation()
  const name = token ?? (pathname === '/' ? config.defaultTokenName : null)
  return useStoaState(({ communities }) =>
    name === null
      ? null
      : (communities[name.toUpperCase()] ??
        Object.values(communities).find(({ urlSlug }) => urlSlug === name.toLowerCase()) ??
        null),
  )
}
