import { useActions, useViewer } from '@stoa/store/react'
import { Button, CheckIcon, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useAlert } from '../../shell/alerts.tsx'
import { communityMessages } from './community-messages.ts'

/** Joins or leaves a community. A visitor is led to sign in first, and joins then. */
export function JoinButton({ tokenName }: { tokenName: string }) {
  const t = useTranslate(communityMessages)
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
    <span className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
      <Button
        className="stoa-app-join"
        variant={joined ? 'secondary' : 'primary'}
        pressed={joined}
        busy={busy}
        // Also while what it says is hidden behind the sign that it is busy.
        aria-label={t(joined ? 'community.joined' : 'community.join')}
        onClick={() => void toggle()}
      >
        {/* Both stand in one place, so that the button is as wide as the longer one and nothing moves on joining. */}
        <span hidden={joined}>{t('community.join')}</span>
        <span hidden={!joined}>
          <CheckIcon size={16} /> {t('community.joined')}
        </span>
      </Button>
    </span>
  )
}
