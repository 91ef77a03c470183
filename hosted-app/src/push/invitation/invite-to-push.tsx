import { pageStorage } from '@stoa/client'
import type { Me } from '@stoa/contract'
import { useStoaState } from '@stoa/store/react'
import { lazy, useLazy } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { readChoice, supportsPush } from '../choice.ts'

const KEY = 'stoa.push.invited'

const invitation = lazy(async () => (await import('./push-invitation.tsx')).ConnectedPushInvitation)

/** Invites a member to turn on push after the first comment or message, once per device. */
export function InviteToPush({ viewer }: { viewer: Me }) {
  const hasWritten = useStoaState((state) => state.hasWritten)
  const [isDue, setDue] = useState(false)
  // The suggestion to choose a name comes first.
  const isTime = hasWritten && !viewer.hasMadeUpName
  useEffect(() => {
    if (!isTime || !mayInvite()) return
    pageStorage('local').setItem(KEY, '1')
    setDue(true)
  }, [isTime])
  const { code: Invitation } = useLazy(invitation, isDue)
  return isDue && Invitation ? <Invitation viewerId={viewer.id} onEnd={() => setDue(false)} /> : null
}

/** Whether it is undecided here, and nobody was invited yet. */
function mayInvite(): boolean {
  if (!supportsPush() || Notification.permission !== 'default') return false
  return readChoice() === null && pageStorage('local').getItem(KEY) === null
}
