import type { accountCalls } from '@stoa/contract/schemas'
import type { CallContext } from '../platform/calls/context.ts'
import { exchangeOf, type HandlersOf, requestOf, viewerOf, type WriteContext } from '../platform/calls/handlers.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { Services } from '../services.ts'

export function accountHandlers({
  accountSecurity,
  addressChange,
  deletions,
  domainOf,
  exports,
  merges,
  passwordChange,
  sessions,
  signInExchange,
  tenants,
}: Services): HandlersOf<typeof accountCalls> {
  const ownerOf = (context: Pick<CallContext<'userEmailChange'>, 'viewer' | 'sessionId' | 'request'>) => ({
    userId: viewerOf(context).id,
    sessionId: context.sessionId,
    domain: domainOf(requestOf(context)),
  })
  const askerOf = (context: Pick<WriteContext<'userForward'>, 'viewer' | 'sessionId' | 'tx'>) => ({
    viewer: viewerOf(context),
    sessionId: context.sessionId,
    tx: context.tx,
  })

  return {
    accountSecurity: async (context) => ({ account: await accountSecurity.of(viewerOf(context)) }),
    sessionList: async (context) => ({ items: await sessions.list(viewerOf(context).id, context.sessionId) }),
    sessionEnd: async (context) => {
      const { id } = viewerOf(context)
      const { sessionId: by, tx } = context
      const { sessionId } = context.input
      if (sessionId === undefined) await sessions.endOthers(id, by, tx)
      else await sessions.endOne(id, { sessionId, by }, tx)
      return {}
    },
    authPasswordChange: {
      commit: (context) =>
        context.once((record) => passwordChange.change(ownerOf(context), context.input.password, record)),
    },
    userEmailChange: {
      commit: (context) => {
        const { networks } = signInExchange.contextOf(context)
        const owner = { ...ownerOf(context), networks }
        return context.once((record) => addressChange.request(owner, context.input.email, record))
      },
    },
    userEmailConfirm: {
      commit: (context) => {
        const presser = { viewer: context.viewer, ...signInExchange.contextOf(context) }
        return context.once((record) => addressChange.confirm(context.input.token, presser, record))
      },
    },
    userForwardProve: {
      commit: (context) => {
        const about = { input: context.input, signInContext: signInExchange.contextOf(context) }
        const asker = { viewer: viewerOf(context), sessionId: context.sessionId }
        return context.once((record) => merges.prove(asker, about, record))
      },
    },
    userForward: (context) => merges.merge(askerOf(context), context.input, domainOf(requestOf(context))),
    userForwardUndo: (context) =>
      merges.undo(askerOf(context), context.input.forwardedUserId, domainOf(requestOf(context))),
    userForwarded: (context) => merges.list(viewerOf(context)),
    userExport: (context) => exports.request(viewerOf(context), context.sessionId, context.tx),
    userExportDownload: async (context) => {
      // HEAD must not consume the link.
      if (exchangeOf(context).request.method === 'HEAD') throw new DomainError('NOT_FOUND')
      return exports.download(context.input.token, tenants.localized(requestOf(context)))
    },
    userDelete: async (context) => {
      const { sessionId, tx } = context
      const domain = domainOf(requestOf(context))
      return { receipt: await deletions.request(viewerOf(context), context.input, { sessionId, domain, tx }) }
    },
  }
}
