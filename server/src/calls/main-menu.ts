import type { mainMenuCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const mainMenuHandlers = ({ domainOf, mainMenus }: Services): HandlersOf<typeof mainMenuCalls> => ({
  menuShow: (context) => mainMenus.show(context.viewer, domainOf(requestOf(context)), context.input.language),
  menuGet: (context) => mainMenus.get(viewerOf(context), context.input.name),
  menuCheck: (context) => mainMenus.check(viewerOf(context), context.input),
  menuSave: (context) => {
    const { name = domainOf(requestOf(context)).name, ...input } = context.input
    return mainMenus.save(viewerOf(context), { ...input, name }, context.tx)
  },
})
