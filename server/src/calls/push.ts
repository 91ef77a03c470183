import type { pushCalls } from '@stoa/contract/schemas'
import { type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

export const pushHandlers = ({
  push,
  notifications,
  browserViewer,
  tenants,
}: Services): HandlersOf<typeof pushCalls> => ({
  pushKey: async () => ({ publicKey: await push.publicKey() }),
  pushSubscribe: async (context) => ({
    devices: await push.subscribe(
      {
        viewer: viewerOf(context),
        sessionId: context.sessionId,
        userAgent: requestOf(context).headers['user-agent'] ?? '',
        onlyCommunity: context.onlyCommunity,
      },
      context.input,
      context.tx,
    ),
  }),
  pushUnsubscribe: async (context) => ({
    devices: await push.unsubscribe(viewerOf(context), context.input, context.tx),
  }),
  pushDevices: async (context) => ({ devices: await push.devicesOf(viewerOf(context).id) }),
  pushTest: async (context) => {
    await push.test(viewerOf(context), context.input.endpoint, context.tx)
    return {}
  },
  pushPending: async (context) => {
    const viewer = context.viewer ?? (await browserViewer(requestOf(context)))
    if (!viewer) throw new DomainError('AUTH_REQUIRED')
    const { input, onlyCommunity } = context
    const words = tenants.localized(requestOf(context))
    return notifications.pending(viewer, { tag: input.tag, onlyCommunity, words })
  },
})
