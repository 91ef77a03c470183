import type { ErrorCode, Finding } from '@stoa/contract'
import { checkFilter } from './steps/filter.ts'
import { checkLists } from './steps/lists.ts'
import { checkNewcomerLinks } from './steps/newcomer-links.ts'
import { checkRepeatedText } from './steps/repeated-text.ts'
import { scoreFinding, scoreOf } from './steps/score.ts'
import { checkSignals } from './steps/signals.ts'
import { checkStorm } from './steps/storm.ts'
import type { Check, CheckSubject } from './subject.ts'

/** What the checks say of a text. */
export interface Verdict {
  /** It is not published; `id`: what the message names. */
  refused: { code: ErrorCode; id?: string } | null
  /** It waits for approval. */
  held: boolean
  score: number
  findings: Finding[]
}

/** After bans, rate limits and length: the first check that refuses ends it. */
const ORDER: readonly Check[] = [
  checkStorm,
  checkRepeatedText,
  checkNewcomerLinks,
  checkLists,
  checkSignals,
  checkFilter,
]

/** Runs the checks in their order. `scored`: what an outside scorer has found. */
export function runChecks(subject: CheckSubject, scored: readonly Finding[] = []): Verdict {
  const findings: Finding[] = []
  for (const check of ORDER) {
    const result = check(subject)
    findings.push(...result.findings)
    if (result.refused) return { refused: result.refused, held: false, score: scoreOf(findings), findings }
  }
  findings.push(...scored)
  const score = scoreOf(findings)
  findings.push(...scoreFinding(score, subject.rules.holdFrom))
  return { refused: null, held: findings.some(({ held }) => held), score, findings }
}
