import type { passkeyCalls } from '@stoa/contract/schemas'
import type { CallContext } from '../platform/calls/context.ts'
import { type HandlersOf, requestOf, viewerOf, type WriteContext } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export function passkeyHandlers({
  domainOf,
  ownerNotice,
  passkeys,
  passkeySignIn,
  signInExchange,
}: Services): HandlersOf<typeof passkeyCalls> {
  const domainOfCall = (context: Pick<CallContext<'passkeyRegister'>, 'request'>) => domainOf(requestOf(context))
  const ownerOf = (context: Pick<WriteContext<'passkeyRegister'>, 'viewer' | 'sessionId' | 'request' | 'tx'>) => {
    const { sessionId, tx } = context
    return { userId: viewerOf(context).id, sessionId, domain: domainOfCall(context), tx }
  }

  return {
    authPasskeyOptions: (context) => passkeySignIn.options(domainOfCall(context)),
    authPasskeySignIn: {
      commit: (context) =>
        signInExchange.signIn(context, (signInContext, record) =>
          passkeySignIn.signIn(context.input, signInContext, record),
        ),
    },
    passkeyRegisterOptions: (context) => {
      const { sessionId } = context
      return passkeys.registerOptions(viewerOf(context), { sessionId, domain: domainOfCall(context) })
    },
    passkeyRegister: (context) =>
      ownerNotice('passkeyAdded', ownerOf(context), async (tx) => ({
        passkeys: await passkeys.register(
          { viewer: viewerOf(context), domain: domainOfCall(context) },
          context.input,
          tx,
        ),
      })),
    passkeyEdit: async (context) => ({
      passkeys: await passkeys.rename(viewerOf(context).id, context.input, context.tx),
    }),
    passkeyDelete: (context) => {
      const owner = ownerOf(context)
      const { userId, sessionId, domain } = owner
      return ownerNotice('passkeyRemoved', owner, async (tx) => ({
        passkeys: await passkeys.delete(userId, { ...context.input, domain, sessionId }, tx),
      }))
    },
  }
}
