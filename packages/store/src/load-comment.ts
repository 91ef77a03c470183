import type { CommentPlace } from './load-place.ts'
import type { Stoa } from './stoa.ts'

/** Loads one comment with its surroundings, for its own address; the code for it comes with the first such wish. Throws `StoaError`. */
export async function loadComment(stoa: Stoa, commentId: string): Promise<CommentPlace> {
  const { loadPlace } = await import('./load-place.ts')
  return loadPlace(stoa, commentId)
}
