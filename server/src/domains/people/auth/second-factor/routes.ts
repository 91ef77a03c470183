import type { IncomingMessage } from 'node:http'
import type { CallContext } from '../../../../platform/calls/context.ts'
import { type Mount, requestOf, viewerOf } from '../../../../platform/calls/mount.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Idempotency, writeOf } from '../../../../platform/idempotency/idempotency.ts'
import { addressBuckets } from '../../../../platform/security/address.ts'
import type { Domain } from '../../tenants/index.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { SessionService } from '../sessions/service.ts'
import { createSignInExchange, exchangeOf } from '../sessions/sign-in-exchange.ts'
import type { AccountSecurity } from './account-security.ts'
import type { NoticedChange, OwnerNotice } from './owner-notice.ts'
import type { PasskeySignIn } from './passkey-proofs.ts'
import type { Passkeys } from './passkeys.ts'
import type { Reauthentication } from './reauthentication.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Totp } from './totp.ts'

interface Dependencies {
  accountSecurity: AccountSecurity
  reauthentication: Reauthentication
  secondFactor: SecondFactor
  totp: Totp
  passkeys: Passkeys
  passkeySignIn: PasskeySignIn
  sessions: SessionService
  ownerNotice: OwnerNotice
  cookies: Cookies
  idempotency: Idempotency
  domainOf: (request: IncomingMessage) => Domain
}

/** Routes for security settings, and sign-in methods other than passwords and mails. */
export function secondFactorRoutes(mount: Mount, dependencies: Dependencies): void {
  const { accountSecurity, reauthentication, secondFactor, passkeySignIn, idempotency, domainOf } = dependencies
  const signIn = createSignInExchange(dependencies)

  mount('accountSecurity', async (context) => ({ account: await accountSecurity.of(viewerOf(context)) }))

  mount('authReauthenticateOptions', (context) => {
    const { sessionId } = context
    return reauthentication.options({ viewer: viewerOf(context), sessionId, domain: domainOf(requestOf(context)) })
  })

  mount('authReauthenticate', (context) => {
    const { sessionId, input } = context
    const prover = { viewer: viewerOf(context), sessionId, domain: domainOf(requestOf(context)) }
    // Wrong guesses must count too; in the transaction of a stored response they would be rolled back.
    return idempotency.onceRecorded('authReauthenticate', writeOf(exchangeOf(context).request, prover.viewer.id), {
      work: (keep) => reauthentication.prove(prover, input, keep),
    })
  })

  mount('authReauthenticateMail', (context) => {
    const { sessionId } = context
    const prover = { viewer: viewerOf(context), sessionId, domain: domainOf(requestOf(context)) }
    return idempotency.onceRecorded('authReauthenticateMail', writeOf(exchangeOf(context).request, prover.viewer.id), {
      work: (keep) => reauthentication.mail({ ...prover, networks: addressBuckets(context.address) }, keep),
    })
  })

  mount('authSecondFactor', (context) =>
    signIn('authSecondFactor', context, (signInContext, keep) =>
      secondFactor.complete(context.input, signInContext, keep),
    ),
  )
  mount('authPasskeyOptions', (context) => passkeySignIn.options(domainOf(requestOf(context))))
  mount('authPasskeySignIn', (context) =>
    signIn('authPasskeySignIn', context, (signInContext, keep) =>
      passkeySignIn.signIn(context.input, signInContext, keep),
    ),
  )

  changes(mount, dependencies)
}

type Changing = Pick<CallContext<'totpConfirm'>, 'viewer' | 'sessionId' | 'request' | 'tx'>

/** Routes of changes. All but renaming a passkey require reauthentication. */
function changes(mount: Mount, { totp, passkeys, sessions, ownerNotice, domainOf }: Dependencies): void {
  const whoOf = (context: Changing) => ({ userId: viewerOf(context).id, domain: domainOf(requestOf(context)) })
  const noticed = <Result>(change: NoticedChange, context: Changing, work: (tx: Transaction) => Promise<Result>) =>
    ownerNotice(change, { ...whoOf(context), sessionId: context.sessionId, tx: context.tx }, work)

  mount('totpBegin', async (context) => {
    await sessions.assertRecent(context.sessionId, context.tx)
    const { id, username } = viewerOf(context)
    const { config } = domainOf(requestOf(context))
    return totp.begin(id, { issuer: config.domainDisplayName, label: username }, context.tx)
  })
  mount('totpConfirm', (context) =>
    noticed('totpOn', context, async (tx) => ({
      recoveryCodes: await totp.confirm(
        { userId: viewerOf(context).id, sessionId: context.sessionId },
        context.input.code,
        tx,
      ),
    })),
  )
  mount('totpDelete', (context) =>
    noticed('totpOff', context, async (tx) => {
      await totp.turnOff(viewerOf(context).id, tx)
      return {}
    }),
  )
  mount('recoveryCodesRenew', (context) =>
    noticed('recoveryCodes', context, async (tx) => ({
      recoveryCodes: await totp.renewCodes(viewerOf(context).id, tx),
    })),
  )

  mount('passkeyRegisterOptions', async (context) => {
    await sessions.assertRecent(context.sessionId)
    return passkeys.registerOptions(viewerOf(context), domainOf(requestOf(context)))
  })
  mount('passkeyRegister', (context) =>
    noticed('passkeyAdded', context, async (tx) => ({
      passkeys: await passkeys.register(
        { viewer: viewerOf(context), domain: whoOf(context).domain },
        context.input,
        tx,
      ),
    })),
  )
  mount('passkeyEdit', async (context) => ({
    passkeys: await passkeys.rename(viewerOf(context).id, context.input, context.tx),
  }))
  mount('passkeyDelete', (context) =>
    noticed('passkeyRemoved', context, async (tx) => {
      const { userId, domain } = whoOf(context)
      const { input, sessionId } = context
      return { passkeys: await passkeys.delete(userId, { ...input, domain, sessionId }, tx) }
    }),
  )
}
