/** What becomes of the rows when the person they are about deletes their account. */
type AtDeletion =
  /** They go with the account, in the same moment. */
  | 'removed'
  /** These columns are emptied. */
  | { emptied: readonly string[] }
  /** A domain sees to it, because counters or other rows hang on them. */
  | { by: string }
  /** They stay, with an id that leads to nobody any more. */
  | { stays: string }

/** A column that holds a person's id, or an address of theirs. */
export interface PersonalColumn {
  column: string
  /** File of the archive that somebody is given of their data, columns it leaves out and that hold JSON, or why it is in none. */
  archive: { file: string; without?: readonly string[]; json?: readonly string[] } | { none: string }
  /** A column that tells one person's rows apart: the archive is read in its order. Default: id. */
  by?: string
  /** The column holds the id of a row of this table, which is the person's by that column of it. */
  through?: { table: string; column: string }
  /** Of the rows these only. Default: all. */
  only?: Readonly<Record<string, string | number>>
  atDeletion: AtDeletion
}

/**
 * The declaration of a table, in `tables.ts` of the part of the server that owns it. Exports, deletions, `stoa check`,
 * `stoa repair` and the check of who queries what read it; a test compares it with the schema.
 */
export interface Table {
  name: string
  /** Columns of the primary key. Default: id. */
  key?: readonly string[]
  /** SQL that each counter must equal; `t` is the row. A counter comes after those it is made of. Default: none. */
  counters?: Readonly<Record<string, string>>
  /** Columns that hold personal data. Default: none. */
  personal?: readonly PersonalColumn[]
  /** Columns that are named as if they held personal data, and why they need no declaration of their own. */
  notPersonal?: Readonly<Record<string, string>>
  /** Other parts of the server that read the table, and why they don't ask its owner. Default: none. */
  readBy?: Readonly<Record<string, string>>
}

/** Reasons that several tables give. */
export const SECRET = 'it holds a secret that is good for minutes'
export const OTHERS = 'it is what others decided or wrote'
export const NO_NAME = 'counts and threads stay right, and nothing in the row names anybody'
