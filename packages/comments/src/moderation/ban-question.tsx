import type { QueueItem, Standing } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import type { Toasts } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { BanDialog } from './ban-dialog.tsx'
import { useTelling } from './use-telling.ts'

export interface BanQuestionProps {
  /** What the person wrote, or that the person is reported. */
  item: QueueItem
  person: NonNullable<QueueItem['person']>
  toasts: Toasts
  onBanned: (standing: Standing) => void
  /** The ban was taken back. */
  onUndone: () => void
  onClose: () => void
}

/** Asks how long somebody is banned, once it is known how they stand. */
export function BanQuestion({ item, person, toasts, onBanned, onUndone, onClose }: BanQuestionProps) {
  const { call } = useStoa().client
  const { tokenName, comment } = item
  const { alert, tellDone } = useTelling(tokenName, toasts)
  const commentId = comment?.id
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
    call('communityStanding', { tokenName, memberId: userId, ...(commentId && { commentId }) }).then(
      (answer) => isLeft || setStanding(answer.standing),
      (error: unknown) => isLeft || fail.current(error),
    )
    return () => {
      isLeft = true
    }
  }, [call, tokenName, userId, commentId])
  if (!standing) return null
  return (
    <BanDialog
      name={displayName}
      contentHidden={standing.contentHidden}
      ban={standing.ban?.kind === 'ban' ? standing.ban : null}
      onBan={async (choice) => {
        const ban = { tokenName, banUserId: userId, ban: true, ...(commentId && { commentId }), ...choice }
        const { standing, activityId } = await call('userBan', ban)
        onBanned(standing)
        tellDone('done.banned', { name: displayName, activityId, onUndone })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
