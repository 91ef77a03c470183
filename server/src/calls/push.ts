import type { pushCalls } from '@stoa/contract/schemas'
import { type HandlersOf, viewerOf } from '../platform/calls/handlers.ts'

export const pushHandlers = (): HandlersOf<typeof pushCalls> => ({
  pushKey: async () => ({ publicKey: '' }),
  pushSubscribe: async () => ({ devices: [] }),
  pushUnsubscribe: async () => ({ devices: [] }),
  pushDevices: async () => ({ devices: [] }),
  pushTest: async () => ({}),
  pushPending: async (context) => {
    viewerOf(context)
    return { show: [], close: [context.input.tag], unseen: 0 }
  },
})
