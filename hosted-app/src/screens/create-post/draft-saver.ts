import type { Post } from '@stoa/contract'
import { type Actions, errorDetails, loadPost, type Stoa, type StoredPost } from '@stoa/store'
import { createAutosave, isPassing, type SaveState } from './draft-autosave.ts'
import { isEmptyForm, isWhole, type PostForm, toDraftInput } from './post-form.ts'
import type { PostDraft } from './use-post-draft.ts'

/** What may change while somebody writes. */
interface Circumstances {
  /** Drafts are saved by themselves. */
  isOn: boolean
  /** The post that a new one responds to. */
  parentPostId: string | null
  /** A new post has become a draft, or one has moved. */
  onBegun: (saved: Post) => void
}

/** How a request to save a draft begins among what was sent last. */
const MARK = '["draft"'

/** Saves what a draft holds on the server: by itself, or on demand. */
export function createDraftSaver(
  stoa: Stoa,
  about: {
    draft: Pick<PostDraft, 'latest' | 'keyFor' | 'saved' | 'answered'>
    saveDraft: Actions['saveDraft']
    /** The post that is changed; null for a new one. */
    postId: string | null
    onState: (state: SaveState) => void
    /** `form` is on the server, as far as a draft can hold it. */
    onSaved: (form: PostForm) => void
  },
) {
  const { draft, saveDraft, onState, onSaved } = about
  let savedId = about.postId
  let savedForm: PostForm | null = null
  let now: Circumstances | null = null

  /** The draft on the server, which may be newer than what was drawn last. */
  const current = (): StoredPost | null => (savedId === null ? null : (stoa.state.getState().posts[savedId] ?? null))

  /** The request whose answer did not come, if it was one to save a draft. */
  function unanswered(): string | null {
    const { sent } = draft.latest()
    return sent?.body.startsWith(MARK) ? sent.body : null
  }

  function isUnsaved(): boolean {
    const { form, isTouched, sent } = draft.latest()
    // What was sent to be published may have been published: the author sends it again.
    if (sent !== null && unanswered() === null) return false
    return now !== null && now.isOn && isTouched && form !== savedForm && (savedId !== null || !isEmptyForm(form))
  }

  async function save(): Promise<void> {
    const { form, revision } = draft.latest()
    const post = current()
    const parentPostId = post ? null : (now?.parentPostId ?? null)
    const input = { ...toDraftInput(form, post), ...(parentPostId === null ? {} : { parentPostId }) }
    const edited = post && { postId: post.id, ...(revision === null ? {} : { revision }) }
    const wanted = JSON.stringify(['draft', input, edited])
    // Nobody knows whether the last one has arrived: it goes first, as it was, so that no second draft begins.
    const body = unanswered() ?? wanted
    const [, sentInput, sentEdited] = JSON.parse(body) as [string, typeof input, typeof edited]
    try {
      await saveDraft({
        draft: sentInput,
        ...(sentEdited ? { edited: sentEdited } : {}),
        idempotencyKey: draft.keyFor(body),
        onSaved(saved) {
          const isNew = savedId !== saved.id || post?.tokenName !== saved.tokenName
          savedId = saved.id
          const isAll = body === wanted
          if (isAll) {
            savedForm = form
            onSaved(form)
          }
          draft.saved(isAll && isWhole(form) ? form : null, saved)
          if (isNew) now?.onBegun(saved)
        },
      })
    } catch (error) {
      if (!isPassing(error)) {
        draft.answered()
        // It has been published or discarded somewhere else.
        if (errorDetails(error).code === 'POST_NOT_DRAFT' && post) await loadPost(stoa, { idOrSlug: post.id })
      }
      throw error
    }
    if (body !== wanted) await save()
  }

  const autosave = createAutosave({ save, isUnsaved, onState, clock: stoa.clock })
  const flushQuietly = () => void autosave.flush().catch(() => {})

  return {
    current,
    /** How things stand from now on. */
    follow(next: Circumstances): void {
      now = next
    },
    /** Something was written. */
    touch(): void {
      if (isUnsaved()) autosave.touch()
    },
    flushQuietly,
    /** Saves what is left; rejects with what keeps the server from taking it. */
    flush: autosave.flush,
    /** Saves what is written in any case; rejects like `flush`. */
    force: autosave.force,
    /** Waits for what is on its way; sends what has no answer yet once more. Rejects like `flush`. */
    async settle(): Promise<void> {
      await autosave.settle()
      if (unanswered() !== null) await autosave.force()
    },
    /** Makes what is written a draft of its own; the one on the server stays as it is. */
    async saveAsNew(): Promise<void> {
      const before = savedId
      savedId = null
      try {
        await autosave.force()
      } catch (error) {
        savedId = before
        throw error
      }
    },
    /** Saves what is left once; nobody follows the draft to its address any more. */
    stop(): void {
      flushQuietly()
      if (now) now = { ...now, onBegun: () => {} }
      autosave.stop()
    },
  }
}
