import type { IncomingMessage } from 'node:http'
import type { Domain } from '../domains/domains/domain-config.ts'
import { exchangeOf } from '../domains/sessions/sign-in-exchange.ts'
import { type Mount, viewerOf } from '../http/mount.ts'
import type { Deletions } from './deletion.ts'

interface Dependencies {
  deletions: Deletions
  domainOf(request: IncomingMessage): Domain
}

export function personalDataRoutes(mount: Mount, { deletions, domainOf }: Dependencies): void {
  mount('userDelete', async (context) => {
    const { sessionId } = context
    const from = domainOf(exchangeOf(context).request).config.domainDisplayName
    return { receipt: await deletions.request(viewerOf(context), context.input, { sessionId, from }) }
  })
}
