import type { Post } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { useActions, useStoa } from '@stoa/store/react'
import { useEffect, useState } from 'react'
import type { PostForm, TakenSlug } from '../post-form.ts'
import type { SaveState } from './draft-autosave.ts'
import { createDraftSaver } from './draft-saver.ts'
import type { PostDraft } from './use-post-draft.ts'

/** Saves a draft on the server during writing. `onBegun`: a new post was saved as a draft, or a draft was moved. */
export function useAutosave(
  draft: PostDraft,
  about: {
    post: StoredPost | null
    parentPostId: string | null
    /** Default: it is kept on this device only. */
    isOn: boolean
    onBegun: (saved: Post) => void
    /** The same, after the page was left. */
    onLeft: (saved: Post) => void
    /** An address that another post has. */
    taken: TakenSlug | null
    /** The form's address is another post's. */
    onTaken: (form: PostForm) => TakenSlug
  },
) {
  const stoa = useStoa()
  const { saveDraft } = useActions()
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const [savedForm, setSavedForm] = useState<PostForm | null>(null)
  // Its reads of the draft don't depend on the render.
  const [saver] = useState(() =>
    createDraftSaver(stoa, {
      draft,
      saveDraft,
      postId: about.post?.id ?? null,
      onState: setState,
      onSaved: setSavedForm,
    }),
  )
  const { form, isTouched } = draft
  const { isOn, parentPostId, onBegun, onLeft, taken, onTaken } = about
  useEffect(() => saver.follow({ isOn, parentPostId, onBegun, onLeft, taken, onTaken }))
  // Each change of the form restarts the pause.
  useEffect(() => saver.touch(), [saver, form, isTouched, isOn])
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'hidden') saver.flushQuietly()
    }
    window.addEventListener('online', saver.flushQuietly)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('online', saver.flushQuietly)
      document.removeEventListener('visibilitychange', onVisible)
      saver.stop()
    }
  }, [saver])
  return {
    ...saver,
    state,
    /** There are changes that will be saved automatically. */
    isUnsaved: isTouched && form !== savedForm,
  }
}
