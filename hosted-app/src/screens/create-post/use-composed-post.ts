import { type Post, PostStatus, postPath } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { useAction, usePost, useStoa, useViewer } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { createPostPath } from '../../paths.ts'
import { isPassing } from './draft/draft-autosave.ts'
import { useAutosave } from './draft/use-autosave.ts'
import { usePostDraft } from './draft/use-post-draft.ts'
import { createPostMessages } from './messages.ts'
import { type PostForm, toInput } from './post-form.ts'
import { isSlugRefused, useTakenSlug } from './refused-slug.ts'
import { tellAfter } from './tell-after.ts'
import { useSendPost } from './use-send-post.ts'
import { mustJoin } from './who-may.ts'

export type ComposedPost = ReturnType<typeof useComposedPost>

/** Which post is composed. */
export interface ComposedAbout {
  /** The post to edit; null for a new one. */
  post: StoredPost | null
  /** The post that a new one responds to; null: none. */
  parentPostId: string | null
  /** Called with the draft's address, which the router doesn't know. Default: nothing. */
  onBegun?: ((path: string) => void) | undefined
  /** The same, if it was saved only after the composer was left. Default: nothing. */
  onLeft?: ((path: string) => void) | undefined
}

/** A new or edited post: its draft on this device and on the server, and sending it. */
export function useComposedPost(tokenName: string, about: ComposedAbout) {
  const { post: initialPost, parentPostId, onBegun, onLeft } = about
  const t = useTranslate(createPostMessages)
  const navigate = useNavigate()
  const { toasts } = useHostedApp()
  const stoa = useStoa()
  const viewer = useViewer() ?? null
  const [begunId, setBegunId] = useState('')
  const begun = usePost(begunId)
  const post = begun ?? initialPost
  const isResponse = (post?.parentPostId ?? parentPostId) !== null
  // Kept apart from a new post, which may be meant for another community.
  const draft = usePostDraft(tokenName, post, isResponse ? { name: `response:${parentPostId}` } : {})
  const sending = useSendPost(onPublished)
  const takenSlug = useTakenSlug()
  const saving = useAction()
  const isDraft = post === null || post.status === PostStatus.draft
  const isGuest = isDraft && mustJoin(viewer, draft.form.tokenName, stoa.clock())
  // A newer version may be the one that was sent. Then the response says so, also after a reload.
  const isAhead = isDraft && draft.isUnanswered
  const isBehind = post?.revision !== undefined && (draft.revision ?? 0) < post.revision
  const isOvertaken = !sending.busy && draft.isTouched && isBehind && !isAhead
  const autosave = useAutosave(draft, {
    post,
    parentPostId,
    taken: takenSlug.taken,
    onTaken: takenSlug.note,
    isOn: viewer !== null && isDraft && !isGuest && !isOvertaken && !sending.busy,
    onBegun(saved) {
      setBegunId(saved.id)
      // Not through the router, which would move focus and restart the screen during typing.
      const path = draftPath(saved)
      window.history.replaceState(window.history.state, '', path)
      onBegun?.(path)
    },
    onLeft: (saved) => onLeft?.(draftPath(saved)),
  })

  function onPublished(saved: Post): void {
    draft.take(saved)
    void navigate(postPath(saved))
    const parent = stoa.state.getState().posts[saved.parentPostId ?? '']
    tellAfter(saved, { stoa, toasts, t, navigate, wasOut: !isDraft, parent })
  }

  function change(part: Partial<PostForm>): void {
    // A refused request is finished; one without a response is repeated unchanged.
    if (sending.error && !isPassing(sending.error)) draft.endRequest()
    draft.change(part)
  }

  async function send(savedPost: StoredPost | null, revision: number | null): Promise<void> {
    const input = {
      ...toInput(draft.latest().form, savedPost),
      ...(parentPostId !== null && !savedPost ? { parentPostId } : {}),
    }
    const editedPost = savedPost && { postId: savedPost.id, ...(revision === null ? {} : { revision }) }
    const idempotencyKey = draft.keyFor(JSON.stringify([input, editedPost]))
    const { writerId } = draft
    await sending.send({
      post: input,
      ...(editedPost ? { edited: editedPost } : {}),
      idempotencyKey,
      writerId,
      onRefused(error) {
        if (isSlugRefused(error)) takenSlug.note(draft.latest().form)
      },
    })
  }

  return {
    post,
    viewer,
    draft,
    autosave,
    sending,
    saving,
    takenSlug,
    /** Something is being sent. */
    busy: sending.busy || saving.busy,
    isResponse,
    parentPostId,
    /** Not published yet. */
    isDraft,
    /** Not a member of the community: publishing joins it, and until then drafts stay on the device. */
    isGuest,
    /** The post was changed elsewhere. */
    isOvertaken,
    change,
    send,
  }
}

function draftPath(saved: Post): string {
  return `${createPostPath(saved)}/${saved.id}`
}
