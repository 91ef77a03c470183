import type { supportCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const supportHandlers = ({ shortLinks, domainOf }: Services): HandlersOf<typeof supportCalls> => ({
  shortUrl: ({ viewer, input, tx, ...context }) =>
    shortLinks.shorten(viewer, { url: input.url, domain: domainOf(requestOf(context)) }, tx),
})
