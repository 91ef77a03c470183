import type { Unit } from '../db/database.ts'

/** Keeps the answer of a work for repeats of its request; to be called in the transaction whose commit makes the work count. */
export type Keep<Answer> = (unit: Unit, answer: Answer) => void
