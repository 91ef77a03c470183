import type * as writing from './writing.ts'

/** Everything that only people who write, moderate or use the keyboard need: fetched on first use. */
export type Writing = typeof writing

/** In a file of its own, so that tests can cut it off. */
export const importWriting = (): Promise<Writing> => import('./writing.ts')
