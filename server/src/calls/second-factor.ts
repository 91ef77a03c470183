import type { secondFactorCalls } from '@stoa/contract/schemas'
import type { CallContext } from '../platform/calls/context.ts'
import { type HandlersOf, requestOf, viewerOf, type WriteContext } from '../platform/calls/handlers.ts'
import { addressBuckets } from '../platform/security/address.ts'
import type { Services } from '../services.ts'

export function secondFactorHandlers({
  domainOf,
  ownerNotice,
  reauthentication,
  secondFactor,
  signInExchange,
  totp,
}: Services): HandlersOf<typeof secondFactorCalls> {
  const proverOf = (context: Pick<CallContext<'authReauthenticate'>, 'viewer' | 'sessionId' | 'request'>) => ({
    viewer: viewerOf(context),
    sessionId: context.sessionId,
    domain: domainOf(requestOf(context)),
  })
  const ownerOf = (context: Pick<WriteContext<'totpConfirm'>, 'viewer' | 'sessionId' | 'request' | 'tx'>) => {
    const { viewer, ...rest } = proverOf(context)
    return { ...rest, userId: viewer.id, tx: context.tx }
  }

  return {
    authSecondFactor: {
      commit: (context) =>
        signInExchange.signIn(context, (signInContext, record) =>
          secondFactor.complete(context.input, signInContext, record),
        ),
    },
    authReauthenticate: {
      commit: (context) => context.once((record) => reauthentication.prove(proverOf(context), context.input, record)),
    },
    authReauthenticateOptions: (context) => reauthentication.options(proverOf(context)),
    authReauthenticateMail: {
      commit: (context) => {
        const prover = { ...proverOf(context), networks: addressBuckets(context.address) }
        return context.once((record) => reauthentication.mail(prover, record))
      },
    },
    totpBegin: (context) => {
      const owner = ownerOf(context)
      const about = { issuer: owner.domain.config.domainDisplayName, label: viewerOf(context).username }
      return totp.begin(owner, about, context.tx)
    },
    totpConfirm: (context) => {
      const owner = ownerOf(context)
      return ownerNotice('totpOn', owner, async (tx) => ({
        recoveryCodes: await totp.confirm(owner, context.input.code, tx),
      }))
    },
    totpDelete: (context) =>
      ownerNotice('totpOff', ownerOf(context), async (tx) => {
        await totp.turnOff(viewerOf(context).id, tx)
        return {}
      }),
    recoveryCodesRenew: (context) =>
      ownerNotice('recoveryCodes', ownerOf(context), async (tx) => ({
        recoveryCodes: await totp.renewCodes(viewerOf(context).id, tx),
      })),
  }
}
