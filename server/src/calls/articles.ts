import type { articleCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const articleHandlers = ({
  articles,
  fragments,
  domainOf,
  domains,
}: Services): HandlersOf<typeof articleCalls> => ({
  articleThread: ({ input, site, request }) =>
    articles.thread({ ...input, site, domain: request ? domainOf(request) : domains.all[0] }),
  articleAddress: ({ input }) => articles.address(input),
  articleSite: ({ input, onlyCommunity }) => articles.site(input.origin, onlyCommunity),
  articlePost: async (context) => ({
    post: await articles.postFor(viewerOf(context), { ...context.input, site: context.site }),
  }),
  articleFragment: async ({ input, site, request, exchange }) => {
    const { html, cacheTags } = await fragments.one(input, {
      site,
      domain: request ? domainOf(request) : domains.all[0],
    })
    if (exchange) exchange.cacheTags = cacheTags
    return html
  },
  articleFragments: async ({ input, site, request, exchange }) => {
    const { cacheTags, ...first } = await fragments.many(input, {
      site,
      domain: request ? domainOf(request) : domains.all[0],
    })
    if (exchange) exchange.cacheTags = cacheTags
    const theme = request ? domainOf(request).widgetTheme : null
    return { ...first, ...(theme && { theme }) }
  },
  articleCounts: ({ input: { community, articles: refs }, site }) => articles.counts({ community, refs, site }),
})
