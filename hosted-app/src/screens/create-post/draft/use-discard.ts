import { communityPath, postPath } from '@stoa/contract'
import { dropKeptFiles } from '@stoa/editor'
import { useActions, useCommunity } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { createPostPath } from '../../../paths.ts'
import { useErrorToast } from '../../../shell/use-error-toast.ts'
import { createPostMessages } from '../messages.ts'
import type { ComposedPost } from '../use-composed-post.ts'

/** Discards what is written, and leaves the page. A message offers to undo it. */
export function useDiscard({ post, draft, autosave, isDraft }: ComposedPost): () => Promise<void> {
  const t = useTranslate(createPostMessages)
  const navigate = useNavigate()
  const { toasts } = useHostedApp()
  const { changePost } = useActions()
  const alert = useErrorToast()
  const community = useCommunity(draft.form.tokenName)

  return async () => {
    let restoreFiles = async () => {}
    const dropFiles = () => {
      const dropped = dropKeptFiles(draft.key)
      restoreFiles = async () => (await dropped)()
    }
    const tell = (undo: () => void) =>
      toasts.show({
        text: t(isDraft ? 'create.draft.discarded' : 'create.discarded'),
        tone: 'success',
        // The text is opened with its files.
        action: { label: t('create.conflict.undo'), onAction: () => void restoreFiles().then(undo) },
      })
    if (!isDraft && post) {
      dropFiles()
      const back = draft.take(post)
      void navigate(postPath(post))
      return void tell(() => {
        back()
        void navigate(`${createPostPath(post)}/${post.id}`)
      })
    }
    await autosave.settle()
    const saved = autosave.current()
    if (!saved) {
      const here = window.location.pathname + window.location.search
      dropFiles()
      const back = draft.clear()
      void navigate(communityPath(community ?? draft.form.tokenName))
      return void tell(() => {
        back()
        void navigate(here)
      })
    }
    try {
      await changePost({ call: 'postDraftDelete', postId: saved.id })
    } catch (error) {
      return alert(error)
    }
    dropFiles()
    // What the server doesn't have yet comes back with the undo.
    const back = draft.take(saved)
    void navigate(communityPath(community ?? draft.form.tokenName))
    tell(
      () =>
        void changePost({ call: 'postDelete', postId: saved.id, hidden: false }).then(() => {
          back()
          void navigate(`${createPostPath(saved)}/${saved.id}`)
        }, alert),
    )
  }
}
