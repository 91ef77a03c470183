import type { domainCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export const domainHandlers = ({
  domainOf,
  domainSettings,
  publicSettings,
}: Services): HandlersOf<typeof domainCalls> => ({
  domainList: (context) => domainSettings.list(viewerOf(context)),
  domainGet: (context) => domainSettings.get(viewerOf(context), context.input.name),
  domainTexts: (context) => domainSettings.texts(viewerOf(context), context.input),
  domainVersionGet: (context) => domainSettings.version(viewerOf(context), context.input),
  domainPublicGet: (context) => publicSettings.domain(domainOf(requestOf(context))),
  publicSettingsGet: (context) => publicSettings.settings(domainOf(requestOf(context))),
  tokenPriceGet: (context) => publicSettings.price(context.input),
  domainPreviewGet: (context) => domainSettings.preview(viewerOf(context), context.input),
  domainCreate: (context) => domainSettings.create(viewerOf(context), context.input, { tx: context.tx }),
  domainSave: (context) => domainSettings.save(viewerOf(context), context.input, context.tx),
  domainPublish: (context) => domainSettings.publish(viewerOf(context), context.input, context.tx),
  domainDelete: async (context) => {
    await domainSettings.remove(viewerOf(context), context.input.name, context.tx)
    return {}
  },
  domainFontAdd: {
    commit: (context) =>
      context.once((record) => domainSettings.addFont(viewerOf(context), context.input, record), { lookFirst: true }),
  },
  domainKeyAdd: (context) => domainSettings.addKey(viewerOf(context), context.input, context.tx),
  domainHostEdit: {
    commit: (context) =>
      context.once((record) => domainSettings.editHost(viewerOf(context), context.input, { record }), {
        lookFirst: true,
      }),
  },
})
