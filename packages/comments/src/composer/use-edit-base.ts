import type { Comment } from '@stoa/contract'
import { type RefObject, useState } from 'react'
import type { CommentDrafts } from '../thread/thread-context.ts'
import { replaceText } from './insert-text.ts'

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
  /** Replaces the text by the comment's current version. */
  restart: () => void
}

/** Remembers the base version of an edit, to detect conflicts. */
export function useEditBase(about: {
  box: RefObject<HTMLTextAreaElement | null>
  drafts: CommentDrafts
  draftKey: string
  /** The edited comment, if one is edited. */
  comment: Comment | undefined
}): EditBase {
  const { box, drafts, draftKey, comment } = about
  const key = `${draftKey}:base`
  const [base, setBase] = useState(() => {
    const stored = drafts.get(draftKey) === '' ? '' : drafts.get(key)
    // An empty draft doesn't exist, so the first version is stored as 0.
    return {
      editedAt: stored === '' ? (comment?.editedAt ?? null) : Number(stored) || null,
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
    restart() {
      if (!comment || !box.current) return
      const content = comment.content ?? ''
      replaceText(box.current, content)
      drafts.set(draftKey, '')
      drafts.set(key, '')
      setBase({ editedAt: comment.editedAt, content })
      box.current.focus()
    },
  }
}
