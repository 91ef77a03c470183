import { useActions, useViewer } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { ToggleButton } from '../../shell/toggle-button.tsx'
import { communityMessages } from './community-messages.ts'

/** Joins or leaves a community. A visitor is led to sign in first, and joins then. */
export function JoinButton({ tokenName }: { tokenName: string }) {
  const t = useTranslate(communityMessages)
  const viewer = useViewer()
  const { join } = useActions()
  const joined = viewer?.joinedCommunities.includes(tokenName) ?? false
  return (
    <span className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
      <ToggleButton
        on={joined}
        label={t('community.join')}
        onLabel={t('community.joined')}
        onToggle={() => join({ tokenName, join: !joined })}
      />
    </span>
  )
}
