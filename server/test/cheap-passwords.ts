import { afterAll, beforeAll } from 'vitest'
import { HASH_COST } from '../src/domains/people/auth/sessions/passwords.ts'

const REAL = { ...HASH_COST }

/** Passwords of tests are hashed in a hundredth of the time: no test depends on what it costs to guess them. */
const CHEAP = { memoryCost: 64, timeCost: 1 }
Object.assign(HASH_COST, CHEAP)

/** Hashes passwords as in production, in all tests of the file that calls it. */
export function withRealPasswords(): void {
  beforeAll(() => void Object.assign(HASH_COST, REAL))
  afterAll(() => void Object.assign(HASH_COST, CHEAP))
}
