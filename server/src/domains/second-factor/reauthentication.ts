import {
  type CallOutput,
  type CallParsedInput,
  type Me,
  REAUTHENTICATION_TTL_MS,
  type ReauthenticationMethod,
} from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Keep } from '../../lib/keep.ts'
import type { AccountService } from '../accounts/service.ts'
import type { Lockout } from '../sessions/lockout.ts'
import type { Passwords } from '../sessions/passwords.ts'
import type { SessionService } from '../sessions/service.ts'

/** Who proves again who they are, and in which session. */
export interface Prover {
  viewer: Me
  sessionId: string
}

type Answer = CallOutput<'authReauthenticate'>

interface Dependencies {
  database: Database
  clock: Clock
  sessions: Pick<SessionService, 'markRecent'>
  accounts: Pick<AccountService, 'ownFacts'>
  lockout: Lockout
  passwords: Passwords
}

export type Reauthentication = ReturnType<typeof createReauthentication>

/** Proving again who one is: somebody who has got hold of a session can't change how its owner signs in. */
export function createReauthentication(dependencies: Dependencies) {
  const { database, clock, sessions, accounts, lockout, passwords } = dependencies

  async function methodsOf(userId: string): Promise<ReauthenticationMethod[]> {
    const { passwordHash } = await accounts.ownFacts(userId)
    return passwordHash === null ? [] : ['password']
  }

  return {
    async options({ viewer }: Prover): Promise<CallOutput<'authReauthenticateOptions'>> {
      return { methods: await methodsOf(viewer.id) }
    },
    /** Throws INVALID_CREDENTIALS, or SIGN_IN_LOCKED after too many wrong ones in this session. */
    async prove(
      { viewer, sessionId }: Prover,
      input: CallParsedInput<'authReauthenticate'>,
      keep: Keep<Answer>,
    ): Promise<Answer> {
      // Of a session of its own: whoever guesses in a stolen one keeps its owner from nothing elsewhere.
      const attempt = { account: viewer.id, place: `session ${sessionId}` }
      await lockout.begin(attempt)
      const { passwordHash } = await accounts.ownFacts(viewer.id)
      if (!(await passwords.verify(passwordHash, input.password))) throw new DomainError('INVALID_CREDENTIALS')
      await lockout.succeed(attempt)
      return database.transaction(async (unit) => {
        await sessions.markRecent(unit, sessionId)
        const answer = { until: clock.now() + REAUTHENTICATION_TTL_MS }
        keep(unit, answer)
        return answer
      })
    },
  }
}
