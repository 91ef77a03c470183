import type { Me } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { loginPath } from '../paths.ts'
import { CodeState, useScreenCode } from './screen-code.tsx'

/** What a screen for members is given. */
export interface MemberScreenProps {
  viewer: Me
  /**
   * Runs what signs the person out and returns what it does: from when it begins, being signed out leads nowhere, as the
   * screen itself leads elsewhere afterwards. If it rejects, with what it rejects, everything is as before.
   */
  leaving: <Result>(action: () => Promise<Result>) => Promise<Result>
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
  const [isLeaving, setLeaving] = useState(false)
  // A navigation that is under way goes on.
  const signsIn = viewer === null && !isLeaving && state === 'idle'
  useEffect(() => {
    if (signsIn) void navigate(loginPath(pathname + search + hash), { replace: true })
  }, [signsIn, navigate, pathname, search, hash])

  const leaving: MemberScreenProps['leaving'] = async (action) => {
    setLeaving(true)
    try {
      return await action()
    } catch (error) {
      setLeaving(false)
      throw error
    }
  }
  return viewer && code.Screen ? <code.Screen viewer={viewer} leaving={leaving} /> : <CodeState {...code} />
}
