import { type Community, isOwn } from '@stoa/contract'
import { useActions, useStoa } from '@stoa/store/react'
import { Checkbox, useTranslate } from '@stoa/ui'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import { createPostMessages } from '../messages.ts'
import type { ComposedPost } from '../use-composed-post.ts'
import { canLock } from '../who-may.ts'

/** Props of `CommentsSetting`. */
export interface CommentsSettingProps {
  composed: ComposedPost
  community: Pick<Community, 'anonymousComments'>
}

/** Whether there can be comments. Authors decide about their own posts; moderators lock those of others at once. */
export function CommentsSetting({ composed, community }: CommentsSettingProps) {
  const t = useTranslate(createPostMessages)
  const { clock } = useStoa()
  const { changePost } = useActions()
  const alert = useErrorToast()
  const { post, viewer, draft, change } = composed
  const isAuthor = post === null || isOwn(viewer, post.publisherId)
  const isLockedByModerators = post !== null && post.isLocked && post.lockedBy !== 'author'
  const hint = t(community.anonymousComments ? 'create.comments.everybody' : 'create.comments.members')
  if (isAuthor && !isLockedByModerators) {
    return (
      <Checkbox
        label={t('create.comments')}
        hint={draft.form.commentsOff ? t('create.comments.off') : hint}
        checked={!draft.form.commentsOff}
        onChange={(event) => change({ commentsOff: !event.currentTarget.checked })}
      />
    )
  }
  if (!post || !canLock(viewer, post, clock())) {
    return (
      <div className="stoa-field">
        <span className="stoa-field-label">{t('create.comments')}</span>
        <span className="stoa-field-hint">
          {post?.isLocked ? t(isLockedByModerators ? 'create.comments.locked' : 'create.comments.off') : hint}
        </span>
      </div>
    )
  }
  return (
    <Checkbox
      label={t('create.comments')}
      hint={post.isLocked && !isLockedByModerators ? t('create.comments.byAuthor') : hint}
      checked={!isLockedByModerators}
      onChange={(event) =>
        void changePost({ call: 'postLock', postId: post.id, isLocked: !event.currentTarget.checked }).catch(alert)
      }
    />
  )
}
