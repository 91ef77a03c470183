import { useIntent } from '@stoa/store/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { Forum } from '../forum.ts'
import { LostPart } from '../lost-part.tsx'

export interface IntentHostProps {
  host: HTMLElement
  forum: Forum
}

/** Shows the step before what a reader wanted, signing in or joining. Its code comes with the first such wish. */
export function IntentHost(props: IntentHostProps) {
  const intent = useIntent()
  const [Dialogs, setDialogs] = useState<ComponentType<IntentHostProps> | null>(null)
  const isHere = props.forum.activeHost === props.host
  const isWanted = intent !== null && isHere
  const [tries, setTries] = useState(1)
  /** How many of them have failed. */
  const [failed, setFailed] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    import('./intent-dialogs.tsx').then(
      ({ IntentDialogs }) => setDialogs(() => IntentDialogs),
      () => setFailed(tries),
    )
  }, [isWanted, tries])
  if (Dialogs) return isHere && <Dialogs {...props} />
  return (
    isWanted &&
    failed > 0 && <LostPart busy={failed < tries} mayReload={failed > 1} onRetry={() => setTries(tries + 1)} />
  )
}
