import { createHash } from 'node:crypto'
import type { CallOutput } from '@stoa/contract'

/** Solves a challenge like a browser; returns the solution to exchange for a token. */
export function solutionOf({ maxnumber, ...parts }: CallOutput<'appCheckChallenge'>): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    const digest = createHash('sha256').update(`${parts.salt}${number}`).digest('hex')
    if (digest === parts.challenge) return btoa(JSON.stringify({ ...parts, number }))
  }
  throw new Error('the challenge has no solution')
}
