import type { Me } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { type ComponentType, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { loginPath } from '../paths.ts'
import { CodeState, useScreenCode } from './screen-code.tsx'

/** What a screen for members is given. */
export interface MemberScreenProps {
  viewer: Me
}

/**
 * A screen for signed-in readers, whose code comes when it is first wanted: no other page has to carry it. Visitors sign
 * in first and come back. Until it is known who reads, nothing is claimed.
 */
export function MemberScreen({ load }: { load: () => Promise<ComponentType<MemberScreenProps>> }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const code = useScreenCode(load, viewer !== undefined && viewer !== null)
  const { state } = useNavigation()
  useEffect(() => {
    // Whoever is on the way to another page, such as to what became of their account, is not led elsewhere.
    if (viewer === null && state === 'idle') void navigate(loginPath(pathname + search + hash), { replace: true })
  }, [viewer, state, navigate, pathname, search, hash])

  return viewer && code.Screen ? <code.Screen viewer={viewer} /> : <CodeState {...code} />
}
