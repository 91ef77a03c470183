import type { appCheckCalls } from '@stoa/contract/schemas'
import type { HandlersOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const appCheckHandlers = ({ appCheck, originOf }: Services): HandlersOf<typeof appCheckCalls> => ({
  appCheckChallenge: () => appCheck.challenge(),
  appCheckToken: ({ input: { visitorId = '', ...input }, origin, address, request, tx }) => {
    // A request without an Origin header counts as coming from the forum's own page.
    const page = origin || originOf(request)
    return appCheck.token({ ...input, visitorId, address }, page, tx)
  },
})
