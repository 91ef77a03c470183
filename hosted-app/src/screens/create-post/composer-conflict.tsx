import { isOwn, postPath } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { useTranslate } from '@stoa/ui'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { createPostMessages } from './messages.ts'
import { PostConflict } from './post-conflict.tsx'
import type { ComposedPost } from './use-composed-post.ts'

/** The choices when a post was changed elsewhere: its version, the own one, or both. */
export function ComposerConflict({ composed, post }: { composed: ComposedPost; post: StoredPost }) {
  const { draft, autosave, saving, viewer, isDraft, busy, send } = composed
  const { form } = draft
  const t = useTranslate(createPostMessages)
  const navigate = useNavigate()
  const { toasts } = useHostedApp()

  function overwrite(): void {
    draft.rebase(post.revision)
    if (isDraft) void saving.run(autosave.force)
    else void send(post, post.revision ?? null)
  }

  function takeOther(): void {
    const onAction = draft.take(post)
    toasts.show({ text: t('create.conflict.taken'), action: { label: t('create.conflict.undo'), onAction } })
  }

  /** Saves the own version as a separate draft; the other version stays unchanged. */
  async function keepBoth(): Promise<void> {
    if (await saving.run(autosave.saveAsNew)) toasts.show({ text: t('create.conflict.both.done'), tone: 'success' })
  }

  function keepForLater(): void {
    toasts.show({ text: t('create.conflict.kept') })
    void navigate(postPath(post))
  }
  return (
    <PostConflict
      post={post}
      mine={{ title: form.title, postContent: JSON.stringify(form.document) }}
      href={isDraft ? null : postPath(post)}
      busy={busy}
      onOverwrite={overwrite}
      onTake={takeOther}
      onKeepBoth={isOwn(viewer, post.publisherId) ? () => void keepBoth() : null}
      onKeep={isDraft ? null : keepForLater}
    />
  )
}
