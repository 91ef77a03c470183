import type { viewerCalls } from '@stoa/contract/schemas'
import { rememberLanguage } from '../domains/people/tenants/index.ts'
import { exchangeOf, type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

export const viewerHandlers = ({
  accounts,
  domainOf,
  joinedCommunities,
  profilePages,
  startViewing,
  viewerFacts,
  visits,
}: Services): HandlersOf<typeof viewerCalls> => ({
  me: (context) => {
    const { input, onlyCommunity } = context
    const domain = domainOf(requestOf(context))
    return profilePages.ownProfile(viewerOf(context), { ...input, domain, onlyCommunity })
  },
  viewerFacts: (context) => viewerFacts.of(viewerOf(context), context.input, context.onlyCommunity),
  joinedList: async (context) => ({ items: await joinedCommunities(viewerOf(context), context.onlyCommunity) }),
  viewAsStart: async (context) => {
    const { name: domainName } = domainOf(requestOf(context))
    await startViewing(viewerOf(context), { role: context.input.role, domainName }, context.tx)
    return {}
  },
  languageChoose: async (context) => {
    const { input, viewer, tx } = context
    const domain = domainOf(requestOf(context))
    if (!domain.config.languages.includes(input.language))
      throw new DomainError('VALIDATION_FAILED', [{ field: 'language', message: 'Must be a language of the domain.' }])
    if (viewer) await accounts.chooseLanguage(viewer, input.language, tx)
    rememberLanguage(exchangeOf(context), { language: input.language, domain })
    return {}
  },
  userVisit: async (context) => {
    await visits.visit(viewerOf(context), context.tx)
    return {}
  },
})
