import { randomId } from '@stoa/client'
import { apartDraftKey, createDrafts, draftKey, ownDraftKey, type StoredPost } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { toBlocks } from '../paragraphs.ts'
import { formOf, newForm, type PostForm } from '../post-form.ts'
import { canHold, holdForm, keyOfThisTab, rememberKey } from './tab-memory.ts'

/** What this device stores of an unsaved post. */
export interface LocalDraft {
  form: PostForm
  /** `revision` of the post that the changes are based on; null for a new post. */
  revision: number | null
  /** The last request with its key: sent again unchanged it is the same request, also after a reload. */
  sent: { body: string; key: string } | null
  /** Whether there are changes that the server doesn't have. */
  isTouched: boolean
  /** Tells it from a form that another tab has begun under the same key; empty until the first change. */
  writing: string
}

/** Start of the stored `body` of a request to save a draft. */
const MARK = '["draft"'

/** Whether a draft was sent to the server whose response isn't known. It is repeated before anything else is sent. */
export function isUnanswered({ sent: lastRequest }: LocalDraft): boolean {
  return lastRequest?.body.startsWith(MARK) === true
}

/** The form with what was entered before hydration, which only its fields contain. */
function withEarlyInput(form: PostForm, fields: FormData): PostForm {
  const early = String(fields.get('title') ?? '')
  const title = form.title.includes(early) ? form.title : `${form.title} ${early}`.trim()
  const flairId = String(fields.get('flairId') ?? '') || form.flairId
  return title === form.title && flairId === form.flairId ? form : { ...form, title, flairId }
}

export type PostDraft = ReturnType<typeof usePostDraft>

/**
 * The form as it was left: from this device's draft, else from the post. `name`: storage key of a new one. `element`:
 * its form, if the server renders it.
 */
export function usePostDraft(
  tokenName: string,
  post: StoredPost | null,
  { name = 'post', element }: { name?: string; element?: RefObject<HTMLFormElement | null> } = {},
) {
  const stoa = useStoa()
  // It stays this person's when somebody else signs in in another tab.
  const [writerId] = useState(() => stoa.state.getState().viewer?.id ?? '')
  const keyOf = (postId: string | undefined, tokenName: string) =>
    ownDraftKey(draftKey(tokenName, postId ? `post:${postId}` : name), writerId)
  const key = useRef(keyOf(post?.id, tokenName))
  const [begun] = useState(() => untouched(tokenName, post))
  const [draft, setDraft] = useState(begun)
  // Typing and sending within one render must see each other's changes.
  const latest = useRef(draft)
  const show = (next: LocalDraft) => {
    latest.current = next
    setDraft(next)
  }
  const [isPost] = useState(post !== null)
  const [isRead, setRead] = useState(false)
  /** What this page has stored last. */
  const written = useRef('')
  /** Ends when this tab no longer shows the form of a new post. Null: it shows another one. */
  const holding = useRef<AbortController | null>(null)

  /** Whether another tab has stored a different form under this key. */
  const isOthers = useCallback((): boolean => {
    const stored = stoa.singleton(createDrafts).get(key.current)
    const writing = stored === written.current ? '' : (read(stored)?.writing ?? '')
    return writing !== '' && writing !== latest.current.writing
  }, [stoa])

  const store = useCallback((): void => {
    if (isOthers()) {
      const usualKey = key.current
      key.current = apartDraftKey(usualKey, latest.current.writing)
      rememberKey(usualKey, key.current)
      if (holding.current) void holdForm(key.current, holding.current.signal)
    }
    written.current = JSON.stringify(latest.current)
    stoa.singleton(createDrafts).set(key.current, written.current)
  }, [stoa, isOthers])

  useEffect(
    () =>
      stoa.singleton(createDrafts).subscribe(() => {
        // Another tab has overwritten it.
        if (!latest.current.isTouched || latest.current.writing === '' || !isOthers()) return
        store()
        show({ ...latest.current })
      }),
    [stoa, isOthers, store],
  )

  useEffect(() => {
    const drafts = stoa.singleton(createDrafts)
    const usualKey = key.current
    const stored = [keyOfThisTab(usualKey), usualKey, ...drafts.apart(usualKey)].filter(
      (one) => one !== '' && drafts.get(one) !== '',
    )
    const start = (found: string | undefined) => {
      key.current = found ?? usualKey
      const storedDraft = found === undefined ? null : read(drafts.get(found))
      const form = { ...begun.form, ...storedDraft?.form }
      const entered = element?.current ? withEarlyInput(form, new FormData(element.current)) : form
      if (storedDraft || entered !== form) show({ ...begun, ...storedDraft, form: entered, isTouched: true })
      if (entered !== form) {
        show({ ...latest.current, writing: latest.current.writing || randomId() })
        store()
      }
      setRead(true)
    }
    if (isPost || !canHold()) {
      start(stored[0])
      return
    }
    const hold = new AbortController()
    holding.current = hold
    const held = firstHeld([...stored, usualKey], hold.signal).catch(() => stored[0])
    void held.then((found) => {
      if (hold.signal.aborted) return
      // What was written in the meantime is another post.
      if (latest.current.isTouched) setRead(true)
      else start(stored.find((one) => one === found))
    })
    return () => hold.abort()
  }, [stoa, begun, element, isPost, store])

  // Without changes there is no conflict: the form follows the post.
  useEffect(() => {
    if (latest.current.isTouched || (post?.revision ?? 0) <= (latest.current.revision ?? 0)) return
    show(untouched(tokenName, post))
  }, [post, tokenName])

  function keep(change: Partial<LocalDraft>): void {
    const next = { ...latest.current, ...change }
    show({ ...next, writing: next.writing || randomId() })
    store()
  }

  /** The changes are on the server, or were discarded. */
  function forget(): void {
    if (isOthers()) return
    const drafts = stoa.singleton(createDrafts)
    written.current = ''
    drafts.clear(key.current)
    drafts.flush()
  }

  return {
    /** The key under which this device stores it. */
    get key() {
      return key.current
    },
    form: draft.form,
    revision: draft.revision,
    isTouched: draft.isTouched,
    /** The draft was sent, but whether it arrived isn't known yet. */
    isUnanswered: isUnanswered(draft),
    /** Whether `form` contains what this device stored, and what was entered before hydration. */
    isRead,
    /** Who writes it; empty for a visitor. */
    writerId,
    /** The current state, also between two renders. */
    latest: () => latest.current,
    change: (part: Partial<PostForm>) => keep({ form: { ...latest.current.form, ...part }, isTouched: true }),
    /** Bases the form on this revision of the post. */
    rebase: (revision: number | undefined) => keep({ revision: revision ?? null }),
    /** The idempotency key for sending this content. */
    keyFor(body: string): string {
      const { sent: lastRequest } = latest.current
      if (lastRequest?.body === body) return lastRequest.key
      const idempotencyKey = randomId()
      keep({ sent: { body, key: idempotencyKey } })
      stoa.singleton(createDrafts).flush()
      return idempotencyKey
    },
    /** The last request got a response: the next one gets a new key. */
    endRequest: () => keep({ sent: null }),
    /**
     * The server has `form`, or a part of the changes (null), as this version of the post. The rest stays on the
     * device.
     */
    saved(form: PostForm | null, saved: StoredPost): void {
      const isTouched = latest.current.form !== form
      const next = { ...latest.current, revision: saved.revision ?? null, sent: null, isTouched }
      const savedKey = keyOf(saved.id, saved.tokenName)
      if (!isTouched || savedKey !== key.current) forget()
      key.current = savedKey
      // The next new post may begin under the usual key.
      holding.current?.abort()
      holding.current = null
      if (isTouched) keep(next)
      else show(next)
    },
    /** Empties a new post. Returns a function that undoes it. */
    clear(): () => void {
      const before = latest.current
      forget()
      show(untouched(tokenName, null))
      return () => keep(before)
    },
    /** Replaces the own version by the server's. Returns a function that undoes it. */
    take(saved: StoredPost): () => void {
      const before = latest.current
      forget()
      show(untouched(tokenName, saved))
      return () => keep(before)
    },
  }
}

/** The first of the keys whose form no other tab shows, which is held. Undefined: they show all. */
async function firstHeld(keys: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (const key of keys) if (await holdForm(key, signal)) return key
  return undefined
}

function untouched(tokenName: string, post: StoredPost | null): LocalDraft {
  return {
    form: post ? formOf(post) : newForm(tokenName),
    revision: post?.revision ?? null,
    sent: null,
    isTouched: false,
    writing: '',
  }
}

/** Invalid data counts as none. */
function read(text: string): Partial<LocalDraft> | null {
  try {
    const storedDraft = JSON.parse(text) as
      | (Partial<LocalDraft> & { form?: { text?: unknown; document?: unknown } })
      | null
    if (!storedDraft?.form) return null
    // Stored before posts had blocks.
    const { text: plain, ...form } = storedDraft.form
    if (form.document !== undefined || typeof plain !== 'string') return { ...storedDraft, form }
    return {
      ...storedDraft,
      form: { ...form, ...(plain === '' ? {} : { document: { blocks: toBlocks(plain) } }) },
      sent: null,
    }
  } catch {
    return null
  }
}
