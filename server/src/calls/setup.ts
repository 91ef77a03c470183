import type { setupCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf, type WriteContext } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const setupHandlers = ({
  domainOf,
  setup,
  setupSignIn,
  signInExchange,
}: Services): HandlersOf<typeof setupCalls> => {
  const within = ({ request, tx }: Pick<WriteContext<'setupFinish'>, 'request' | 'tx'>) => ({
    domain: domainOf(requestOf({ request })),
    tx,
  })
  return {
    setupLinkCheck: async ({ input }) => {
      await setup.checkLink(input.token)
      return {}
    },
    setupClaim: {
      commit: (context) =>
        signInExchange.signIn(context, (signInContext, record) => setupSignIn(context.input, signInContext, record)),
    },
    setupGet: (context) => setup.get(viewerOf(context), domainOf(requestOf(context))),
    setupStep: (context) => setup.recordStep(viewerOf(context), context.input, within(context)),
    setupSite: (context) => setup.addSite(viewerOf(context), context.input, within(context)),
    setupMailTest: {
      commit: (context) =>
        context.once((record) => setup.testMail(viewerOf(context), domainOf(requestOf(context)), record), {
          lookFirst: true,
        }),
    },
    setupFinish: async (context) => {
      await setup.finish(viewerOf(context), within(context))
      return {}
    },
  }
}
