import type { CallOutput, CannedReason, QueueItem, Standing } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import type { Toasts } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { loadCannedReasons } from '../menu/canned-reasons.ts'
import { BanDialog } from './ban-dialog.tsx'
import { useAlert } from './use-decision-toasts.ts'

export interface BanQuestionProps {
  /** The person's content, or the report about the person. */
  item: QueueItem
  person: NonNullable<QueueItem['person']>
  toasts: Toasts
  onBanned: (result: CallOutput<'userBan'>) => void
  onClose: () => void
}

/** Asks for the duration of a ban, once the person's standing is loaded. */
export function BanQuestion({ item, person, toasts, onBanned, onClose }: BanQuestionProps) {
  const stoa = useStoa()
  const { call } = stoa.client
  const { tokenName, comment, post } = item
  const alert = useAlert(toasts)
  const commentId = comment?.id
  const postId = post?.id
  const [details, setDetails] = useState<{ standing: Standing; canned: readonly CannedReason[] } | null>(null)
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
    Promise.all([
      call('communityStanding', { tokenName, memberId: userId, ...(commentId && { commentId }) }),
      loadCannedReasons(stoa, { tokenName, postId }),
    ]).then(
      ([{ standing }, canned]) => isLeft || setDetails({ standing, canned }),
      (error: unknown) => isLeft || fail.current(error),
    )
    return () => {
      isLeft = true
    }
  }, [stoa, call, tokenName, userId, commentId, postId])
  if (!details) return null
  const { standing, canned } = details
  return (
    <BanDialog
      name={displayName}
      canned={canned}
      contentHidden={standing.contentHidden}
      ban={standing.ban?.kind === 'ban' ? standing.ban : null}
      onBan={async (choice) => {
        const ban = { tokenName, banUserId: userId, ban: true, ...(commentId && { commentId }), ...choice }
        onBanned(await call('userBan', ban))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
