import type { Article } from './stoa.ts'

// In a file of its own, because it is all that readers need of lists.
const PREFIX = 'article:'

/** The key of an article's thread. Replaces the post's id while there is no post. */
export function threadKey({ community, id, canonical, url }: Article): string {
  return `${PREFIX}${community}:${id ?? canonical ?? url}`
}

/** True for a thread's key, false for a post's id. */
export function isThreadKey(postId: string | undefined): boolean {
  return postId?.startsWith(PREFIX) ?? false
}
