import type { CheckAction, Finding } from '@stoa/contract'
import type { ListHit } from '../lists.ts'
import { type Check, nothing } from '../subject.ts'
import { scoreFinding, scoreOf } from './score.ts'

const POINTS: Record<CheckAction, number> = { refuse: 60, hold: 60, flag: 40 }
/** Strictest first. */
export const ORDER = ['refuse', 'hold', 'flag'] as const satisfies readonly CheckAction[]
/** Maximum number of findings stored. */
const SHOWN = 10

/** Checks addresses and words against the lists of all communities and of this one. The strictest action wins. */
export const checkLists: Check = ({ text, folded, links, rules, forAll }) => {
  if (forAll.isEmpty && rules.lists.isEmpty) return nothing
  const about = { text, folded, links }
  const hits = [...forAll.find(about), ...rules.lists.find(about)]
  const refused = hits.find(({ action }) => action === 'refuse')
  const findings = hits
    .toSorted((left, right) => ORDER.indexOf(left.action) - ORDER.indexOf(right.action))
    .slice(0, SHOWN)
    .map(findingOf)
  return refused ? { findings, refused: { code: 'CONTENT_REFUSED', id: refused.text } } : { findings }
}

/** What hits alone lead to: the strictest action, or what the score of all of them does. Null: there are none. */
export function outcomeOf(hits: readonly ListHit[], holdFrom: number | null): CheckAction | null {
  const strictest = ORDER.find((candidate) => hits.some(({ action }) => action === candidate)) ?? null
  const isHeld = strictest === 'flag' && scoreFinding(scoreOf(hits.map(findingOf)), holdFrom).length > 0
  return isHeld ? 'hold' : strictest
}

function findingOf({ kind, action, text }: ListHit): Finding {
  return { check: kind, held: action !== 'flag', points: POINTS[action], text }
}
