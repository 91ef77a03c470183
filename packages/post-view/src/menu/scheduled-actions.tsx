import { useAction, useActions, usePost, useStoa } from '@stoa/store/react'
import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DraftDialog } from './draft-dialog.tsx'
import { toolsMessages } from './messages.ts'
import { focusTitle } from './post-decision.tsx'

/** Props of `ScheduledActions`. */
export interface ScheduledActionsProps {
  /** The scheduled post. */
  postId: string
  /** Called when an action is refused. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** Actions on a scheduled post: publish it now, change its time, or turn it back into a draft. */
export function ScheduledActions({ postId, onFailure }: ScheduledActionsProps) {
  const t = useTranslate(toolsMessages)
  const { changePost } = useActions()
  const { clock } = useStoa()
  const post = usePost(postId)
  const { busy, run } = useAction()
  const [isAsked, setAsked] = useState(false)
  if (!post) return null

  const act = (call: 'postDraftPublish' | 'postDraftUnschedule') =>
    void run(async () => {
      await changePost({ call, postId }).catch(onFailure)
      focusTitle(postId)
    })
  return (
    <span className="stoa-post-decision">
      <Button size="s" disabled={busy} onClick={() => act('postDraftUnschedule')}>
        {t('draft.unschedule')}
      </Button>
      <Button size="s" disabled={busy} onClick={() => setAsked(true)}>
        {t('draft.reschedule')}
      </Button>
      <Button size="s" variant="primary" busy={busy} onClick={() => act('postDraftPublish')}>
        {t('draft.publish')}
      </Button>
      {isAsked && (
        <DraftDialog
          post={post}
          own={false}
          now={clock()}
          onlySchedule
          onChange={changePost}
          onClose={() => setAsked(false)}
        />
      )}
    </span>
  )
}
