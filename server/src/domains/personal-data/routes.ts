import type { IncomingMessage } from 'node:http'
import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { exchangeOf } from '../auth/sessions/sign-in-exchange.ts'
import type { Domain } from '../tenants/domain-config.ts'
import type { Deletions } from './deletion.ts'
import type { Exports } from './export.ts'

interface Dependencies {
  deletions: Deletions
  exports: Exports
  domainOf(request: IncomingMessage): Domain
}

export function personalDataRoutes(mount: Mount, { deletions, exports, domainOf }: Dependencies): void {
  mount('userDelete', async (context) => {
    const { sessionId } = context
    const from = domainOf(exchangeOf(context).request).config.domainDisplayName
    return { receipt: await deletions.request(viewerOf(context), context.input, { sessionId, from, tx: context.tx }) }
  })

  mount('userExport', (context) => exports.request(viewerOf(context), context.sessionId, context.tx))

  mount('userExportDownload', async (context) => {
    // Whoever only looks whether there is something must not use it up.
    if (exchangeOf(context).request.method === 'HEAD') throw new DomainError('NOT_FOUND')
    return exports.download(context.input.token)
  })
}
