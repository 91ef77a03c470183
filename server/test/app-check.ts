import { hash } from 'node:crypto'
import type { CallOutput } from '@stoa/contract'

/** Solves a challenge as a browser does; returns the solution, which is exchanged for a token. */
export function solutionOf({ maxnumber, ...parts }: CallOutput<'appCheckChallenge'>): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (hash('sha256', `${parts.salt}${number}`) === parts.challenge) return btoa(JSON.stringify({ ...parts, number }))
  }
  throw new Error('the challenge has no solution')
}
