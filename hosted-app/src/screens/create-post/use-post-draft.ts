import { randomId } from '@stoa/client'
import { createDrafts, draftKey, type StoredPost } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect, useRef, useState } from 'react'
import { emptyForm, formOf, hasOtherBlocks, type PostForm } from './post-form.ts'

/** What this device keeps of a post that is being written. */
interface Kept {
  form: PostForm
  /** The post's blocks stay as they are: the form can't hold them. */
  keepsText: boolean
  /** `revision` of the post that the changes are based on; null for a new post. */
  revision: number | null
  /** What was sent last and under which key: sent again unchanged it is the same request, also after a reload. */
  sent: { body: string; key: string } | null
  /** Somebody has typed since. */
  isTouched: boolean
}

/** The form as it was left: from this device's draft, else from the post. */
export function usePostDraft(tokenName: string, post: StoredPost | null) {
  const stoa = useStoa()
  const key = draftKey(tokenName, post ? `post:${post.id}` : 'post')
  const [begun] = useState(() => untouched(post))
  const [kept, setKept] = useState(begun)
  // What is typed and sent within one render must see each other.
  const latest = useRef(kept)
  const show = (next: Kept) => {
    latest.current = next
    setKept(next)
  }
  useEffect(() => {
    const found = read(stoa.singleton(createDrafts).get(key))
    if (found) show({ ...begun, ...found, form: { ...emptyForm, ...found.form }, isTouched: true })
  }, [stoa, key, begun])

  // Where nothing was typed there is nothing to choose: the form follows the post.
  useEffect(() => {
    if (latest.current.isTouched || (post?.revision ?? 0) <= (latest.current.revision ?? 0)) return
    show(untouched(post))
  }, [post])

  function keep(change: Partial<Kept>): void {
    show({ ...latest.current, ...change })
    stoa.singleton(createDrafts).set(key, JSON.stringify(latest.current))
  }

  return {
    form: kept.form,
    keepsText: kept.keepsText,
    revision: kept.revision,
    change: (part: Partial<PostForm>) => keep({ form: { ...latest.current.form, ...part }, isTouched: true }),
    /** From now on the form is based on this version of the post. */
    rebase: (revision: number | undefined) => keep({ revision: revision ?? null }),
    /** The key under which this content is sent. */
    keyFor(body: string): string {
      const { sent } = latest.current
      if (sent?.body === body) return sent.key
      const key = randomId()
      keep({ sent: { body, key } })
      stoa.singleton(createDrafts).flush()
      return key
    },
    /** Leaves the typed text for the version that the server has. Returns the way to have it back. */
    take(saved: StoredPost): () => void {
      const before = latest.current
      show(untouched(saved))
      forget()
      return () => keep(before)
    },
  }

  /** What was typed is on the server, or given up. */
  function forget(): void {
    const drafts = stoa.singleton(createDrafts)
    drafts.clear(key)
    drafts.flush()
  }
}

function untouched(post: StoredPost | null): Kept {
  return {
    form: formOf(post),
    keepsText: hasOtherBlocks(post),
    revision: post?.revision ?? null,
    sent: null,
    isTouched: false,
  }
}

/** Unreadable counts as nothing kept. */
function read(text: string): Partial<Kept> | null {
  try {
    const kept = JSON.parse(text) as Partial<Kept> | null
    return kept?.form ? kept : null
  } catch {
    return null
  }
}
