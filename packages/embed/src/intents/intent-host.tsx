import { useIntent } from '@stoa/store/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { Forum } from '../forum.ts'

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
  useEffect(() => {
    if (!isWanted) return
    import('./intent-dialogs.tsx')
      .then(({ IntentDialogs }) => setDialogs(() => IntentDialogs))
      // The error names the file.
      .catch(console.error)
  }, [isWanted])
  return Dialogs && isHere ? <Dialogs {...props} /> : null
}
