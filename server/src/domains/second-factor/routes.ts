import { type Idempotency, writeOf } from '../../http/idempotency.ts'
import { type Mount, viewerOf } from '../../http/mount.ts'
import { exchangeOf } from '../sessions/sign-in-exchange.ts'
import type { AccountSecurity } from './account-security.ts'
import type { Reauthentication } from './reauthentication.ts'

interface Dependencies {
  accountSecurity: AccountSecurity
  reauthentication: Reauthentication
  idempotency: Idempotency
}

export function secondFactorRoutes(mount: Mount, dependencies: Dependencies): void {
  const { accountSecurity, reauthentication, idempotency } = dependencies

  mount('accountSecurity', async (context) => ({ account: await accountSecurity.of(viewerOf(context)) }))

  mount('authReauthenticateOptions', (context) =>
    reauthentication.options({ viewer: viewerOf(context), sessionId: context.sessionId }),
  )

  mount('authReauthenticate', (context) => {
    const prover = { viewer: viewerOf(context), sessionId: context.sessionId }
    // A guess counts also when it was wrong: in the transaction of a kept answer it would be undone.
    return idempotency.onceKept('authReauthenticate', writeOf(exchangeOf(context).request, prover.viewer.id), {
      work: (keep) => reauthentication.prove(prover, context.input, keep),
    })
  })
}
