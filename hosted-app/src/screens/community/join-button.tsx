import { useActions, useViewer } from '@stoa/store/react'
import { Button, CheckIcon, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { messages } from '../../messages.ts'
import { useAlert } from '../../shell/alerts.tsx'

/** Joins or leaves a community. A visitor is led to sign in first, and joins then. */
export function JoinButton({ tokenName }: { tokenName: string }) {
  const t = useTranslate(messages)
  const viewer = useViewer()
  const { join } = useActions()
  const alert = useAlert()
  const [busy, setBusy] = useState(false)
  const joined = viewer?.joinedCommunities.includes(tokenName) ?? false

  async function toggle(): Promise<void> {
    setBusy(true)
    await join({ tokenName, join: !joined }).catch(alert)
    setBusy(false)
  }
  return (
    <Button
      variant={joined ? 'secondary' : 'primary'}
      pressed={joined}
      busy={busy}
      icon={joined ? <CheckIcon /> : undefined}
      onClick={() => void toggle()}
    >
      {t(joined ? 'community.joined' : 'community.join')}
    </Button>
  )
}
