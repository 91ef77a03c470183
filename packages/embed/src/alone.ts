import type { Mount } from './define-element.ts'

/** What shows an element without comments. The build puts what these share with the thread's code into this file. */
export async function load(tag: string): Promise<Mount> {
  return tag === 'stoa-poll'
    ? (await import('./poll/mount-poll.tsx')).mountPoll
    : (await import('./reactions/mount-reactions.tsx')).mountReactions
}
