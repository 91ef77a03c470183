import type { IncomingMessage } from 'node:http'
import type { Domain } from '../domains/domains/domain-config.ts'
import { exchangeOf } from '../domains/sessions/sign-in-exchange.ts'
import { type Mount, viewerOf } from '../http/mount.ts'
import { DomainError } from '../lib/domain-error.ts'
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
    return { receipt: await deletions.request(viewerOf(context), context.input, { sessionId, from }) }
  })

  mount('userExport', (context) => exports.request(viewerOf(context), context.sessionId))

  mount('userExportDownload', async (context) => {
    // Whoever only looks whether there is something must not use it up.
    if (exchangeOf(context).request.method === 'HEAD') throw new DomainError('NOT_FOUND')
    return exports.download(context.input.token)
  })
}
