import { pageStorage } from '@stoa/client'
import type { MergeProof } from './merge-accounts.tsx'

/** A proof carried from one account to the next sign-in. */
export interface MergeJourney extends MergeProof {
  /** Username of the account that it is for. */
  partner: string
  expiresAt: number
}

/** Result for the signed-in person: the proof, or why there is none; null without a journey. */
export type MergeArrival = MergeProof | 'elsewhere' | 'expired' | null

const KEY = 'stoa.merge'

/** Stores a proof while its owner signs in to the other account: a mailed link opens in a new tab. */
export function keepJourney(journey: MergeJourney): void {
  // Without storage, the screen starts again.
  pageStorage('local').setItem(KEY, JSON.stringify(journey))
}

/** Forgets the proof. */
export function forgetJourney(): void {
  pageStorage('local').removeItem(KEY)
}

/** The result of the journey for the person signed in here. */
export function arrivalOf(username: string, now: number): MergeArrival {
  const journey = readJourney()
  if (!journey) return null
  const { proof, account, partner, expiresAt } = journey
  // Signed in to the first account again: canceled.
  const isBack = account.username === username
  if (isBack || expiresAt <= now) forgetJourney()
  if (isBack) return null
  if (expiresAt <= now) return 'expired'
  return partner.toLowerCase() === username.toLowerCase() ? { proof, account } : 'elsewhere'
}

function readJourney(): MergeJourney | null {
  try {
    return JSON.parse(pageStorage('local').getItem(KEY) ?? 'null') as MergeJourney | null
  } catch {
    return null
  }
}
