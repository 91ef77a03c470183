import type { Me } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { type Lazy, useLazy } from '@stoa/ui'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath } from '../paths.ts'
import { CodeState } from './code-state.tsx'
import { useNavigating } from './navigation.ts'

/** Props of a screen for members. */
export interface MemberScreenProps {
  viewer: Me
  /**
   * Runs an action that signs the person out, and returns its result: from its start, being signed out doesn't redirect
   * to sign-in, because the screen navigates itself. If it rejects, this is reverted.
   */
  leaving: <Result>(action: () => Promise<Result>) => Promise<Result>
}

/**
 * A lazily loaded screen for signed-in readers. Visitors sign in first and come back. Until the viewer is known,
 * nothing is shown.
 */
export function MemberScreen({ screen }: { screen: Lazy<ComponentType<MemberScreenProps>> }) {
  const viewer = useViewer()
  const { code: Screen, ...codeState } = useLazy(screen, viewer !== undefined && viewer !== null)
  const [isLeaving, setLeaving] = useState(false)

  const leaving: MemberScreenProps['leaving'] = async (action) => {
    setLeaving(true)
    try {
      return await action()
    } catch (error) {
      setLeaving(false)
      throw error
    }
  }
  if (viewer && Screen) return <Screen viewer={viewer} leaving={leaving} />
  return (
    <>
      {viewer === null && !isLeaving && <SignInFirst />}
      <CodeState {...codeState} />
    </>
  )
}

function SignInFirst() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  // A running navigation continues.
  const isNavigating = useNavigating()
  // The router rests before React shows the next screen: a second redirect would interrupt that, again and again.
  const leftFrom = useRef<string>(undefined)
  useEffect(() => {
    if (isNavigating || leftFrom.current === here) return
    leftFrom.current = here
    void navigate(loginPath(here), { replace: true })
  }, [isNavigating, navigate, here])
  return null
}
