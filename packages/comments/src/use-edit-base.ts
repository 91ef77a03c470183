import type { Comment } from '@stoa/contract'
import { useState } from 'react'
import type { CommentDrafts } from './thread-context.ts'

/** The version of a comment that an edit is based on. */
export interface EditBase {
  /** Its `editedAt`. */
  editedAt: number | null
  /** Its text; for an edit started on another day, today's text. */
  content: string
  /** Stores the version with the draft, as the edit may be finished on another day. */
  keep: () => void
  /** Call when the edit is finished. */
  forget: () => void
  /** Bases the edit on this version. */
  move: (comment: Comment) => void
}

/** Remembers the base version of an edit, to detect conflicts. */
export function useEditBase(about: {
  drafts: CommentDrafts
  draftKey: string
  comment: Comment | undefined
}): EditBase {
  const { drafts, draftKey, comment } = about
  const key = `${draftKey}:base`
  const [base, setBase] = useState(() => {
    const kept = drafts.get(draftKey) === '' ? '' : drafts.get(key)
    // An empty draft doesn't exist, so the first version is stored as 0.
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
