import type { Transaction } from '../../platform/database/database.ts'

/** A reaction or a vote that a merge sets aside, and the post or comment that it is about. */
export interface SetAside<Row extends object = object> {
  entityId: string
  row: Row
}

/** Choices that a person has once, whichever account made them. They stay with their accounts, unless two accounts made one. */
export interface ChoiceMerger<Row extends object = object> {
  /** Removes and counts down some choices of an account about things that the person's other accounts chose too. */
  setAside(tx: Transaction, about: { userId: string; otherIds: string[]; limit: number }): Promise<SetAside<Row>[]>
  /** Puts choices back and counts them. Drops those whose thing is gone, or about which the account has chosen anew. */
  restore(tx: Transaction, choices: SetAside<Row>[]): Promise<void>
}
