import type { Unit } from '../../db/database.ts'

/** The account that was given up, and the one that it is a part of. */
export interface Merged {
  fromId: string
  intoId: string
}

/** What somebody chose once (a reaction, a vote), and what became of it in a merge. */
export interface Choice<Row extends object = object> {
  /** What it was a choice about. */
  entityId: string
  /** The main account had chosen there itself, and its choice stayed. Else this one is the main account's now. */
  gaveWay: boolean
  /** As it was. */
  row: Row
}

/** Moves choices of one kind between the accounts of a person, some at a time, and counts and tells what that changes. */
export interface ChoiceMerger<Row extends object = object> {
  /** Gives some of an account's choices, or the one about a thing, to the main one; none: there is nothing left. */
  giveSome(unit: Unit, accounts: Merged, which: { limit: number } | { entityId: string }): Promise<Choice<Row>[]>
  /** Gives choices back, unless they were changed since, and lets stand again what gave way. */
  giveBack(unit: Unit, choices: Choice<Row>[], accounts: Merged): Promise<void>
}
