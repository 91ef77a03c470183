import { type Me } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { Button, EmptyState, Spinner, useTranslate } from '@stoa/ui'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messages } from '../messages.ts'
import { loginPath } from '../paths.ts'

/** What a screen for members is given. */
export interface MemberScreenProps {
  viewer: Me
}

type Screen = ComponentType<MemberScreenProps>

/**
 * A screen for signed-in readers, whose code comes when it is first wanted: no other page has to carry it. Visitors sign
 * in first and come back. Until it is known who reads, nothing is claimed.
 */
export function MemberScreen({ load }: { load: () => Promise<Screen> }) {
  const t = useTranslate(messages)
  const viewer = useViewer()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const { Screen, failed, retry } = useCode(load, viewer !== undefined && viewer !== null)
  useEffect(() => {
    if (viewer === null) void navigate(loginPath(pathname + search + hash), { replace: true })
  }, [viewer, navigate, pathname, search, hash])

  if (viewer && Screen) return <Screen viewer={viewer} />
  if (failed) {
    const again = <Button onClick={retry}>{t('error.failed.retry')}</Button>
    return (
      <EmptyState level={1} title={t('error.failed.title')} action={again}>
        {t('error.failed.text')}
      </EmptyState>
    )
  }
  return <EmptyState level={1} title={t('app.loading')} icon={<Spinner />} />
}

/** The code of a screen, once it is wanted. */
function useCode(load: () => Promise<Screen>, isWanted: boolean) {
  const [code, setCode] = useState<{ Screen: Screen | null; failed: boolean }>({ Screen: null, failed: false })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    let gone = false
    load().then(
      (Screen) => gone || setCode({ Screen, failed: false }),
      () => gone || setCode({ Screen: null, failed: true }),
    )
    return () => {
      gone = true
    }
  }, [load, isWanted, tries])
  return {
    ...code,
    retry() {
      setCode({ Screen: null, failed: false })
      setTries(tries + 1)
    },
  }
}
