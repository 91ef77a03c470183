import type { ConnectedPartnerLoginProps } from '@stoa/login/partner'
import { useIntent } from '@stoa/store/react'
import { type ComponentType, useEffect, useState } from 'react'
import { CodeError } from '../thread/notices.tsx'
import type { Forum } from './forum.ts'

export interface IntentHostProps {
  host: HTMLElement
  forum: Forum
  /** Called when the reader's action was refused after sign-in. */
  onFailure: (error: unknown) => void
}

/** Signs a reader in before the intended action. */
export function IntentHost(props: IntentHostProps) {
  const intent = useIntent()
  const [Dialogs, setDialogs] = useState<ComponentType<ConnectedPartnerLoginProps> | null>(null)
  const isHere = props.forum.activeHost === props.host
  const isWanted = intent !== null && isHere
  const [tries, setTries] = useState(1)
  /** Number of failed intents. */
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    import('@stoa/login/partner').then(
      ({ ConnectedPartnerLogin }) => setDialogs(() => ConnectedPartnerLogin),
      () => setFailed(tries),
    )
  }, [isWanted, tries])
  if (Dialogs) return isHere && <Dialogs session={props.forum.session} onFailure={props.onFailure} />
  return (
    isWanted &&
    failed > 0 && <CodeError busy={failed < tries} mayReload={failed > 1} onRetry={() => setTries(tries + 1)} />
  )
}
