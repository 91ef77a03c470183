import type { MergeProof } from './merge-accounts.tsx'

/** A proof on its way from the account that was left to the one that is signed in to next. */
export interface MergeJourney extends MergeProof {
  /** Username of the account that it is for. */
  partner: string
  expiresAt: number
}

/** What comes of a journey where somebody is signed in: its proof, or why it is none there; null: there is no journey. */
export type MergeArrival = MergeProof | 'elsewhere' | 'expired' | null

const KEY = 'stoa.merge'

/** Keeps a proof while its owner signs in to the other account: a mailed link opens in a tab of its own. */
export function keepJourney(journey: MergeJourney): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(journey))
  } catch {
    // Where nothing can be kept, the screen begins anew.
  }
}

/** Forgets the proof. */
export function forgetJourney(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nor is there anything to forget.
  }
}

/** The result of the journey for the person signed in here. */
export function arrivalOf(username: string, now: number): MergeArrival {
  const journey = kept()
  if (!journey) return null
  const { proof, account, partner, expiresAt } = journey
  // Back where it began: given up.
  const isBack = account.username === username
  if (isBack || expiresAt <= now) forgetJourney()
  if (isBack) return null
  if (expiresAt <= now) return 'expired'
  return partner.toLowerCase() === username.toLowerCase() ? { proof, account } : 'elsewhere'
}

function kept(): MergeJourney | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as MergeJourney | null
  } catch {
    return null
  }
}
