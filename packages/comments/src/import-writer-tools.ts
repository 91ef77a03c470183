import type * as writerTools from './writer-tools.ts'

/** Code for people who write, moderate or use the keyboard, loaded on first use. */
export type WriterTools = typeof writerTools

/** A separate file, so that tests can make it fail. */
export const importWriterTools = (): Promise<WriterTools> => import('./writer-tools.ts')
