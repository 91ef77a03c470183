import { StoaError } from '@stoa/client'
import { putPost } from './load.ts'
import type { Stoa } from './stoa.ts'
import { createContentSettler } from './writes/content.ts'

/** When an edit was refused because somebody else was quicker: puts the text that stands there now into the state. */
export function takeConflict(stoa: Stoa, error: unknown): void {
  const details = error instanceof StoaError && error.code === 'EDIT_CONFLICT' ? error.details : undefined
  if (!details || Array.isArray(details)) return
  if ('post' in details) putPost(stoa, { post: details.post }, stoa.changes.turn)
  else if ('comment' in details) {
    const { comment } = details
    stoa.part(createContentSettler).receive(comment.id, (content) => ({ ...content, comment }))
  }
}
