import type { setupCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const setupHandlers = ({
  domainOf,
  setup,
  setupSignIn,
  signInExchange,
}: Services): HandlersOf<typeof setupCalls> => ({
  setupLinkCheck: async ({ input }) => {
    await setup.checkLink(input.token)
    return {}
  },
  setupClaim: {
    commit: (context) =>
      signInExchange.signIn(context, (signInContext, record) => setupSignIn(context.input, signInContext, record)),
  },
  setupGet: (context) => setup.get(viewerOf(context)),
  setupStep: (context) => setup.recordStep(viewerOf(context), context.input, context.tx),
  setupSite: (context) => setup.addSite(viewerOf(context), context.input, context.tx),
  // No transaction waits for the mail server.
  setupMailTest: { commit: (context) => setup.testMail(viewerOf(context), domainOf(requestOf(context))) },
  setupFinish: async (context) => {
    await setup.finish(viewerOf(context), context.tx)
    return {}
  },
})
