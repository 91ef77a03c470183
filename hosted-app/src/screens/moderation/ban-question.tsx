import type { QueueItem, Standing } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useEffect, useRef, useState } from 'react'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { BanDialog } from '../community/ban-dialog.tsx'

export interface BanQuestionProps {
  tokenName: string
  person: NonNullable<QueueItem['person']>
  onBanned: (standing: Standing) => void
  onClose: () => void
}

/** Asks for the duration of a ban, once the person's standing is known. */
export function BanQuestion({ tokenName, person, onBanned, onClose }: BanQuestionProps) {
  const { call } = useStoa().client
  const alert = useErrorToast()
  const [standing, setStanding] = useState<Standing | null>(null)
  const { userId, displayName } = person
  const fail = useRef((_error: unknown) => {})
  useEffect(() => {
    fail.current = (error) => {
      alert(error)
      onClose()
    }
  })
  useEffect(() => {
    let isLeft = false
    call('communityStanding', { tokenName, memberId: userId }).then(
      (answer) => isLeft || setStanding(answer.standing),
      (error: unknown) => isLeft || fail.current(error),
    )
    return () => {
      isLeft = true
    }
  }, [call, tokenName, userId])
  if (!standing) return null
  return (
    <BanDialog
      name={displayName}
      contentHidden={standing.contentHidden}
      ban={standing.ban?.kind === 'ban' ? standing.ban : null}
      onBan={async (choice) => {
        const answer = await call('userBan', { tokenName, banUserId: userId, ban: true, ...choice })
        onBanned(answer.standing)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
