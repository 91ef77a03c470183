import { ReasonDialog } from '@stoa/comments'
import { useActions } from '@stoa/store/react'
import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { toolsMessages } from './tools-messages.ts'

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
  const [asked, setAsked] = useState(false)

  async function approve() {
    setBusy(true)
    await approvePost({ postId, approve: true }).catch(onFailure)
    setBusy(false)
    focusTitle(postId)
  }
  return (
    <span className="stoa-post-decision">
      <Button size="s" disabled={busy} onClick={() => setAsked(true)}>
        {t('decision.reject')}
      </Button>
      <Button size="s" variant="primary" busy={busy} onClick={() => void approve()}>
        {t('decision.approve')}
      </Button>
      {asked && (
        <ReasonDialog
          title={t('reject.title')}
          help={t('reject.help')}
          submit={t('reject.submit')}
          onSubmit={async (why) => {
            await approvePost({ postId, approve: false, ...why })
            focusTitle(postId)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </span>
  )
}

/** The buttons go with the decision. They stay when it failed, and keep the focus. */
export function focusTitle(postId: string): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(`post-title-${postId}`)?.focus()
  })
}
