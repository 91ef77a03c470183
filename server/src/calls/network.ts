import type { networkCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const networkHandlers = ({ overview, network, retention }: Services): HandlersOf<typeof networkCalls> => ({
  networkOverview: (context) => overview(viewerOf(context), context.input),
  networkHealth: (context) => network.health(viewerOf(context)),
  networkJobRetry: (context) => network.retryJob(viewerOf(context), context.input, context.tx),
  networkRetention: (context) => retention.list(viewerOf(context)),
  networkRetentionSet: (context) => retention.set(viewerOf(context), context.input, context.tx),
  networkPeople: (context) => network.people(viewerOf(context), context.input),
  networkCommunities: (context) => network.communities(viewerOf(context), context.input),
  networkOrigins: (context) => network.origins(viewerOf(context), context.input),
  networkFiles: (context) => network.files(viewerOf(context), context.input),
  networkMail: (context) => network.mail(viewerOf(context), context.input),
  networkLog: (context) => network.log(viewerOf(context), context.input),
})
