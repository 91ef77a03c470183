import type { Transaction } from '../database/database.ts'

/** Keeps the answer of a work for repeats of its request; to be called in the transaction whose commit makes the work count. */
export type RecordResponse<Answer> = (tx: Transaction, answer: Answer) => void
