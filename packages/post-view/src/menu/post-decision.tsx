import { loadCannedReasons, ReasonDialog } from '@stoa/comments'
import type { CannedReason } from '@stoa/contract'
import { useActions, usePost, useStoa } from '@stoa/store/react'
import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { toolsMessages } from './messages.ts'

/** Props of `PostDecision`. */
export interface PostDecisionProps {
  /** The pending post. */
  postId: string
  /** Called when publishing is refused. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** A moderator's actions on a pending post: approve it, or reject it with a reason. */
export function PostDecision({ postId, onFailure }: PostDecisionProps) {
  const t = useTranslate(toolsMessages)
  const { approvePost } = useActions()
  const [busy, setBusy] = useState(false)
  const stoa = useStoa()
  const tokenName = usePost(postId)?.tokenName ?? ''
  /** The canned reasons, once the reason is asked for. */
  const [canned, setCanned] = useState<readonly CannedReason[] | null>(null)

  async function approve() {
    setBusy(true)
    await approvePost({ postId, approve: true }).catch(onFailure)
    setBusy(false)
    focusTitle(postId)
  }
  async function reject() {
    setCanned(await loadCannedReasons(stoa, { tokenName, postId }))
  }
  return (
    <span className="stoa-post-decision">
      <Button size="s" disabled={busy} onClick={() => void reject()}>
        {t('decision.reject')}
      </Button>
      <Button size="s" variant="primary" busy={busy} onClick={() => void approve()}>
        {t('decision.approve')}
      </Button>
      {canned && (
        <ReasonDialog
          canned={canned}
          title={t('reject.title')}
          help={t('reject.help')}
          submit={t('reject.submit')}
          onSubmit={async (why) => {
            await approvePost({ postId, approve: false, ...why })
            focusTitle(postId)
          }}
          onClose={() => setCanned(null)}
        />
      )}
    </span>
  )
}

/** The buttons disappear with the decision. If it failed, they stay and keep the focus. */
export function focusTitle(postId: string): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(`post-title-${postId}`)?.focus()
  })
}
