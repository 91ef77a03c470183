import { useIntent } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { CodeError } from '../thread/notices.tsx'
import type { Forum } from './forum.ts'

const partnerLogin = lazy(() => import('@stoa/login/partner'))

export interface IntentHostProps {
  host: HTMLElement
  forum: Forum
  /** Called when the reader's action was refused after sign-in. */
  onFailure: (error: unknown) => void
}

/** Signs a reader in before the intended action. */
export function IntentHost(props: IntentHostProps) {
  const intent = useIntent()
  const isHere = props.forum.activeHost === props.host
  const isWanted = intent !== null && isHere
  const { code, failures, busy, retry } = useLazy(partnerLogin, isWanted)
  if (code) return isHere && <code.ConnectedPartnerLogin session={props.forum.session} onFailure={props.onFailure} />
  return isWanted && failures > 0 && <CodeError busy={busy} mayReload={failures > 1} onRetry={retry} />
}
