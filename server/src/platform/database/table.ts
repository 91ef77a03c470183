/** Deletion policy: what happens to rows about a person who deletes their account. */
type AtDeletion =
  /** Deleted with the account, in the same transaction. */
  | 'removed'
  /** These columns are cleared. */
  | { emptied: readonly string[] }
  /** A domain handles it because counters or other rows depend on them. */
  | { by: string }
  /** Kept, with an id that no longer resolves. */
  | { stays: string }

/** A column with a person's id or address. */
export interface PersonalColumn {
  column: string
  /** File of the person's data export with columns to omit and columns that hold JSON, or why it isn't exported. */
  archive: { file: string; without?: readonly string[]; json?: readonly string[] } | { none: string }
  /** Column that sorts one person's rows in the export. Default: id. */
  by?: string
  /** The column references a row of this table, whose own column names the person. */
  through?: { table: string; column: string }
  /** Only these rows. Default: all. */
  only?: Readonly<Record<string, string | number>>
  atDeletion: AtDeletion
}

/**
 * Declares a table, in `tables.ts` of the part of the server that owns it. Exports, deletions, `stoa check`, `stoa
 * repair` and the table ownership check read it; a test compares it with the schema.
 */
export interface Table {
  name: string
  /** Columns of the primary key. Default: id. */
  key?: readonly string[]
  /** SQL that each counter must equal; `t` is the row. List a counter after those it depends on. Default: none. */
  counters?: Readonly<Record<string, string>>
  /** Purpose of the key (`deriveKey`) with which the column `sealed` is encrypted. Default: there is no such column. */
  sealed?: string
  /** Rows are useless if nobody can decrypt `sealed`, and deleted when the secret is lost. Default: they stay. */
  isLostWithSecret?: boolean
  /** How columns follow from others of their row. A job fills them after a migration (`fillLater`). Default: none. */
  derived?: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => string | number>>
  /** Columns with personal data. Default: none. */
  personal?: readonly PersonalColumn[]
  /** Columns whose names suggest personal data, and why they need no declaration. */
  notPersonal?: Readonly<Record<string, string>>
  /** Columns with what people write, in which mentions of a deleted account are replaced. Default: none. */
  texts?: Readonly<Record<string, 'text' | 'json'>>
  /** Other parts of the server that read the table, and why they don't ask its owner. Default: none. */
  readBy?: Readonly<Record<string, string>>
}

/** Reason shared by several tables. */
export const SECRET = 'it holds a secret that is good for minutes'
export const OTHERS = 'it is what others decided or wrote'
export const NO_NAME = 'counts and threads stay right, and nothing in the row names anybody'
