import { randomId } from '@stoa/client'
import { createDrafts, draftKey, type StoredPost } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect, useRef, useState } from 'react'
import { toBlocks } from './paragraphs.ts'
import { formOf, newForm, type PostForm } from './post-form.ts'

/** What this device keeps of a post that is being written. */
export interface Kept {
  form: PostForm
  /** `revision` of the post that the changes are based on; null for a new post. */
  revision: number | null
  /** What was sent last and under which key: sent again unchanged it is the same request, also after a reload. */
  sent: { body: string; key: string } | null
  /** Something was written that the server has not got. */
  isTouched: boolean
}

export type PostDraft = ReturnType<typeof usePostDraft>

/** The form as it was left: from this device's draft, else from the post. `name`: what a new one is kept under. */
export function usePostDraft(tokenName: string, post: StoredPost | null, name = 'post') {
  const stoa = useStoa()
  const keyOf = (postId: string | undefined, place: string) => draftKey(place, postId ? `post:${postId}` : name)
  const key = useRef(keyOf(post?.id, tokenName))
  const [begun] = useState(() => untouched(tokenName, post))
  const [kept, setKept] = useState(begun)
  // What is typed and sent within one render must see each other.
  const latest = useRef(kept)
  const show = (next: Kept) => {
    latest.current = next
    setKept(next)
  }
  useEffect(() => {
    const found = read(stoa.singleton(createDrafts).get(key.current))
    if (found) show({ ...begun, ...found, form: { ...begun.form, ...found.form }, isTouched: true })
  }, [stoa, begun])

  // Where nothing was typed there is nothing to choose: the form follows the post.
  useEffect(() => {
    if (latest.current.isTouched || (post?.revision ?? 0) <= (latest.current.revision ?? 0)) return
    show(untouched(tokenName, post))
  }, [post, tokenName])

  function keep(change: Partial<Kept>): void {
    show({ ...latest.current, ...change })
    stoa.singleton(createDrafts).set(key.current, JSON.stringify(latest.current))
  }

  /** What was typed is on the server, or given up. */
  function forget(): void {
    const drafts = stoa.singleton(createDrafts)
    drafts.clear(key.current)
    drafts.flush()
  }

  return {
    form: kept.form,
    revision: kept.revision,
    isTouched: kept.isTouched,
    /** What is kept at this moment, also between two renders. */
    latest: () => latest.current,
    change: (part: Partial<PostForm>) => keep({ form: { ...latest.current.form, ...part }, isTouched: true }),
    /** From now on the form is based on this version of the post. */
    rebase: (revision: number | undefined) => keep({ revision: revision ?? null }),
    /** The key under which this content is sent. */
    keyFor(body: string): string {
      const { sent } = latest.current
      if (sent?.body === body) return sent.key
      const idempotencyKey = randomId()
      keep({ sent: { body, key: idempotencyKey } })
      stoa.singleton(createDrafts).flush()
      return idempotencyKey
    },
    /** The server has answered what was sent last: the next request is a new one. */
    answered: () => keep({ sent: null }),
    /** The server has `form` now, or a part of what is written (null), as this version of the post. The rest stays on the device. */
    saved(form: PostForm | null, saved: StoredPost): void {
      const isTouched = latest.current.form !== form
      const next = { ...latest.current, revision: saved.revision ?? null, sent: null, isTouched }
      const place = keyOf(saved.id, saved.tokenName)
      if (!isTouched || place !== key.current) forget()
      key.current = place
      if (isTouched) keep(next)
      else show(next)
    },
    /** Leaves the typed text for the version that the server has. Returns the way to have it back. */
    take(saved: StoredPost): () => void {
      const before = latest.current
      show(untouched(tokenName, saved))
      forget()
      return () => keep(before)
    },
  }
}

function untouched(tokenName: string, post: StoredPost | null): Kept {
  return {
    form: post ? formOf(post) : newForm(tokenName),
    revision: post?.revision ?? null,
    sent: null,
    isTouched: false,
  }
}

/** Unreadable counts as nothing kept. */
function read(text: string): Partial<Kept> | null {
  try {
    const kept = JSON.parse(text) as (Partial<Kept> & { form?: { text?: unknown; document?: unknown } }) | null
    if (!kept?.form) return null
    // Kept before there were blocks.
    const { text: plain, ...form } = kept.form
    if (form.document !== undefined || typeof plain !== 'string') return { ...kept, form }
    return {
      ...kept,
      form: { ...form, ...(plain === '' ? {} : { document: { blocks: toBlocks(plain) } }) },
      sent: null,
    }
  } catch {
    return null
  }
}
