import type { ThreadPartName } from '../first-view/fragment-state.ts'
import type { Mount } from '../loader/define-element.ts'

/** Loads an element without comments. The build puts the code shared with the thread into this file. */
export async function load(part: ThreadPartName): Promise<Mount> {
  return part === 'poll'
    ? (await import('./mount-poll.tsx')).mountPoll
    : (await import('./mount-reactions.tsx')).mountReactions
}
