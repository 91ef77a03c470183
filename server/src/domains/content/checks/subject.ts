import type { ContentRules, ErrorCode, Finding } from '@stoa/contract'
import type { FoldedText } from './fold-text.ts'
import type { FoundLink } from './links.ts'
import type { CompiledLists } from './lists.ts'
import type { FilterModel } from './word-filter.ts'

/** Rules compiled for checking. */
export interface CompiledRules extends Omit<ContentRules, 'entries'> {
  lists: CompiledLists
}

/** Everything the checks need to know about a post or comment. */
export interface CheckSubject {
  /** The title and all text. */
  text: string
  folded: FoldedText
  links: readonly FoundLink[]
  now: number
  /** Age of the author's account in ms; null if written without an account. */
  accountAgeMs: number | null
  /** How often the author has recently sent this text, including now. */
  repeats: { count: number; limit: number }
  /** How many texts the author has sent in the last minute, including this one. */
  pace: { count: number; limit: number }
  rules: CompiledRules
  /** The lists of all communities. */
  forAll: CompiledLists
  filter: FilterModel
}

/** Result of one check. */
export interface CheckResult {
  findings: Finding[]
  /** Set if the text is refused; `id` is a parameter of the message. */
  refused?: { code: ErrorCode; id?: string }
}

/** A check depends on its subject only. */
export type Check = (subject: CheckSubject) => CheckResult

export const nothing: CheckResult = { findings: [] }
