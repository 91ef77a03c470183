import type { ErrorCode, Finding } from '@stoa/contract'
import { checkFilter } from './steps/filter.ts'
import { checkLists } from './steps/lists.ts'
import { checkNewcomerLinks } from './steps/newcomer-links.ts'
import { checkRepeatedText } from './steps/repeated-text.ts'
import { scoreFinding, scoreOf } from './steps/score.ts'
import { checkSignals } from './steps/signals.ts'
import { checkStorm } from './steps/storm.ts'
import type { Check, CheckSubject } from './subject.ts'

/** The checks' verdict on a text. */
export interface Verdict {
  /** Set if the text may not be published; `id` is a parameter of the message. */
  refused: { code: ErrorCode; id?: string } | null
  /** The text waits for approval. */
  held: boolean
  score: number
  findings: Finding[]
}

/** Runs after bans, rate limits and length checks. The first check that refuses ends it. */
const ORDER: readonly Check[] = [
  checkStorm,
  checkRepeatedText,
  checkNewcomerLinks,
  checkLists,
  checkSignals,
  checkFilter,
]

/** Runs the checks in order. `scored`: findings of an external scorer. */
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
