import type * as writing from './writing.ts'

/** Code for people who write, moderate or use the keyboard, loaded on first use. */
export type Writing = typeof writing

/** A separate file, so that tests can make it fail. */
export const importWriting = (): Promise<Writing> => import('./writing.ts')
