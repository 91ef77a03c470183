import type { Comment } from '@stoa/contract'
import { useState } from 'react'
import type { CommentDrafts } from './thread-context.ts'

/** Which version of a comment an edit is based on. */
export interface EditBase {
  /** Its `editedAt`. */
  editedAt: number | null
  /** Its text; of an edit that was begun on another day, the text of today. */
  content: string
  /** Writes the version down beside the draft: the edit may be finished another day. */
  keep: () => void
  /** The edit is over. */
  forget: () => void
  /** From now on it is based on this version. */
  move: (comment: Comment) => void
}

/** Remembers the version with which an edit began, so that it can be told when another one stands there by now. */
export function useEditBase(about: {
  drafts: CommentDrafts
  draftKey: string
  comment: Comment | undefined
}): EditBase {
  const { drafts, draftKey, comment } = about
  const key = `${draftKey}:base`
  const [base, setBase] = useState(() => {
    const kept = drafts.get(draftKey) === '' ? '' : drafts.get(key)
    // An empty text is no draft, so the first version is written as 0.
    return {
      editedAt: kept === '' ? (comment?.editedAt ?? null) : Number(kept) || null,
      content: comment?.content ?? '',
    }
  })
  return {
    ...base,
    keep() {
      if (comment && drafts.get(key) === '') drafts.set(key, String(base.editedAt ?? 0))
    },
    forget() {
      if (comment) drafts.set(key, '')
    },
    move({ editedAt, content }) {
      setBase({ editedAt, content: content ?? '' })
      drafts.set(key, '')
    },
  }
}
