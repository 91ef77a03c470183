import type { Post } from '@stoa/contract'
import { type Actions, errorDetails, loadPost, type Stoa, type StoredPost } from '@stoa/store'
import { isEmptyForm, isWhole, type PostForm, type TakenSlug, toDraftInput } from '../post-form.ts'
import { isSlugRefused } from '../refused-slug.ts'
import { createAutosave, isPassing, type SaveState } from './draft-autosave.ts'
import { isUnanswered, type PostDraft } from './use-post-draft.ts'

/** Values that may change during writing. */
interface Circumstances {
  /** Whether drafts are saved automatically. */
  isOn: boolean
  /** The post that a new one responds to. */
  parentPostId: string | null
  /** A new post was saved as a draft, or a draft was moved. */
  onBegun: (saved: Post) => void
  /** The same, after the page was left. */
  onLeft: (saved: Post) => void
  /** An address that another post has. */
  taken: TakenSlug | null
  /** The form's address is another post's. */
  onTaken: (form: PostForm) => TakenSlug
}

function isSameSlug(one: TakenSlug, other: TakenSlug | null): boolean {
  return one.tokenName === other?.tokenName && one.slug === other.slug
}

/** Saves a draft on the server, automatically or on demand. */
export function createDraftSaver(
  stoa: Stoa,
  about: {
    draft: Pick<PostDraft, 'writerId' | 'latest' | 'keyFor' | 'saved' | 'endRequest'>
    saveDraft: Actions['saveDraft']
    /** The post to edit; null for a new one. */
    postId: string | null
    onState: (state: SaveState) => void
    /** `form` is on the server, as far as a draft can contain it. */
    onSaved: (form: PostForm) => void
  },
) {
  const { draft, saveDraft, onState, onSaved } = about
  let savedId = about.postId
  let savedForm: PostForm | null = null
  let now: Circumstances | null = null

  /** The draft on the server, which may be newer than the rendered one. */
  const current = (): StoredPost | null => (savedId === null ? null : (stoa.state.getState().posts[savedId] ?? null))

  /** The last request without a response, if it was to save a draft. */
  function unanswered(): string | null {
    const latest = draft.latest()
    return isUnanswered(latest) ? (latest.sent?.body ?? null) : null
  }

  function isUnsaved(): boolean {
    const { form, isTouched, sent: lastRequest } = draft.latest()
    // A request to publish may have succeeded: the author repeats it.
    if (lastRequest !== null && unanswered() === null) return false
    return now !== null && now.isOn && isTouched && form !== savedForm && (savedId !== null || !isEmptyForm(form))
  }

  async function save(taken = now?.taken ?? null): Promise<void> {
    const { form, revision } = draft.latest()
    const post = current()
    const parentPostId = post ? null : (now?.parentPostId ?? null)
    const input = { ...toDraftInput(form, post, taken), ...(parentPostId === null ? {} : { parentPostId }) }
    const edited = post && { postId: post.id, ...(revision === null ? {} : { revision }) }
    const newBody = JSON.stringify(['draft', input, edited])
    // The last request may have arrived: it is repeated first, so that no second draft is created.
    const body = unanswered() ?? newBody
    const [, sentInput, sentEdited] = JSON.parse(body) as [string, typeof input, typeof edited]
    try {
      await saveDraft({
        draft: sentInput,
        ...(sentEdited ? { edited: sentEdited } : {}),
        idempotencyKey: draft.keyFor(body),
        actorId: draft.writerId,
        onSaved(saved) {
          const isNew = savedId !== saved.id || post?.tokenName !== saved.tokenName
          savedId = saved.id
          const isAll = body === newBody
          if (isAll) {
            savedForm = form
            onSaved(form)
          }
          draft.saved(isAll && isWhole(form, taken) ? form : null, saved)
          if (isNew) now?.onBegun(saved)
        },
      })
    } catch (error) {
      if (!isPassing(error)) {
        draft.endRequest()
        // Everything else is saved; the address stays on the device, with its error.
        const refused = isSlugRefused(error) && now?.onTaken(form)
        if (refused && !isSameSlug(refused, taken)) return save(refused)
        // It has been published or discarded elsewhere.
        if (errorDetails(error).code === 'POST_NOT_DRAFT' && post) await loadPost(stoa, { idOrSlug: post.id })
      }
      throw error
    }
    if (body !== newBody) await save(taken)
  }

  const autosave = createAutosave({ save: () => save(), isUnsaved, onState, clock: stoa.clock })
  const flushQuietly = () => void autosave.flush().catch(() => {})

  return {
    current,
    /** Updates the circumstances. */
    follow(next: Circumstances): void {
      now = next
    },
    /** Call after a change. */
    touch(): void {
      if (isUnsaved()) autosave.touch()
    },
    flushQuietly,
    /** Saves remaining changes; rejects with the server's error. */
    flush: autosave.flush,
    /** Saves the content in any case; rejects like `flush`. */
    force: autosave.force,
    /** Waits for a running save; repeats one without a response once. Rejects like `flush`. */
    async settle(): Promise<void> {
      await autosave.settle()
      if (unanswered() !== null) await autosave.force()
    },
    /** Saves the content as a separate draft; the one on the server stays unchanged. */
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
    /** Saves remaining changes once; the page no longer moves to the draft's address. */
    stop(): void {
      flushQuietly()
      if (now) now = { ...now, onBegun: now.onLeft }
      autosave.stop()
    },
  }
}
