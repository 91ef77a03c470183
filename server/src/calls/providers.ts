import type { providerCalls } from '@stoa/contract/schemas'
import { exchangeOf, type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export function providerHandlers({
  cookies,
  credentialSignIn,
  domainOf,
  federated,
  identities,
  providerRedirects,
  signInExchange,
}: Services): HandlersOf<typeof providerCalls> {
  /** The browser's half of a one-tap nonce. */
  const oneTap = cookies.attempt('one-tap')

  return {
    authProviderStart: providerRedirects.start,
    authProviderCallback: providerRedirects.finish,
    authOneTapNonce: async (context) => {
      const { secret, ...nonce } = credentialSignIn.oneTapNonce()
      oneTap.set(exchangeOf(context), secret)
      return nonce
    },
    authOneTap: {
      commit: (context) => {
        const secret = oneTap.read(exchangeOf(context))
        const { credential: token, ...referral } = context.input
        return signInExchange.signIn(context, (signInContext, record) =>
          credentialSignIn.oneTap({ token, referral, signInContext, record }, secret),
        )
      },
    },
    userCreateFirebaseUser: {
      commit: (context) => {
        const { idToken: token, ...referral } = context.input
        return signInExchange.signIn(context, (signInContext, record) =>
          credentialSignIn.firebase({ token, referral, signInContext, record }),
        )
      },
    },
    updateAuthProvider: async (context) => {
      const { id: userId } = viewerOf(context)
      const { providerId, link, next } = context.input
      const { sessionId, tx } = context
      const about = { userId, sessionId, providerId, domain: domainOf(requestOf(context)) }
      if (!link) {
        await identities.unlink(about, tx)
        return { providers: await identities.of(userId, tx) }
      }
      const url = await federated.ticketFor({ ...about, next }, tx)
      return { providers: await identities.of(userId, tx), url }
    },
  }
}
