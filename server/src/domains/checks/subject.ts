import type { ContentRules, ErrorCode, Finding } from '@stoa/contract'
import type { FoldedText } from './fold-text.ts'
import type { FoundLink } from './links.ts'
import type { CompiledLists } from './lists.ts'
import type { FilterModel } from './word-filter.ts'

/** Rules made ready for use. */
export interface CompiledRules extends Omit<ContentRules, 'entries'> {
  lists: CompiledLists
}

/** What a post or comment is checked by. */
export interface CheckSubject {
  /** Title and all words. */
  text: string
  folded: FoldedText
  links: readonly FoundLink[]
  now: number
  /** Age of the author's account in ms; null: written without an account. */
  accountAgeMs: number | null
  /** How often the author has sent these words lately, this time included. */
  repeats: { count: number; limit: number }
  /** How much the author has sent in the last minute, this included. */
  pace: { count: number; limit: number }
  rules: CompiledRules
  /** The lists of all communities. */
  forAll: CompiledLists
  filter: FilterModel
}

/** What one check says. */
export interface CheckResult {
  findings: Finding[]
  /** The text is refused; `id`: what the message names. */
  refused?: { code: ErrorCode; id?: string }
}

/** A check looks at its subject only. */
export type Check = (subject: CheckSubject) => CheckResult

export const nothing: CheckResult = { findings: [] }
