import type { IncomingMessage } from 'node:http'
import type { CallName } from '@stoa/contract'
import type { CallContext, RecordResponse } from '../../../../platform/calls/context.ts'
import { type Mount, viewerOf } from '../../../../platform/calls/mount.ts'
import { type Idempotency, writeOf } from '../../../../platform/idempotency/idempotency.ts'
import type { Domain } from '../../tenants/index.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { SessionService } from '../sessions/service.ts'
import { createSignInExchange, exchangeOf, signInContextOf } from '../sessions/sign-in-exchange.ts'
import type { AddressChange } from './address-change.ts'
import type { EmailLink } from './email-link.ts'
import type { PasswordChange } from './password-change.ts'

interface Dependencies {
  emailLink: EmailLink
  passwordChange: PasswordChange
  addressChange: AddressChange
  sessions: Pick<SessionService, 'again' | 'holderOf'>
  cookies: Cookies
  idempotency: Idempotency
  domainOf: (request: IncomingMessage) => Domain
}

type Called = Pick<CallContext<CallName>, 'exchange' | 'address' | 'viewer' | 'sessionId'>
type Nothing = Record<string, never>

/** Routes of calls that involve mails: sign-in, passwords, addresses. */
export function emailRoutes(mount: Mount, dependencies: Dependencies): void {
  const { emailLink, passwordChange, addressChange, sessions, cookies, idempotency, domainOf } = dependencies
  const signIn = createSignInExchange(dependencies)
  const mailed = cookies.attempt('mail')

  /** Responds with nothing, also to retries. */
  const quietly = (name: CallName, context: Called, work: (keep: RecordResponse<Nothing>) => Promise<Nothing>) => {
    const { request } = exchangeOf(context)
    return idempotency.onceRecorded(name, writeOf(request, context.viewer?.id ?? null), { work })
  }
  const domainOfCall = (context: Pick<Called, 'exchange'>) => domainOf(exchangeOf(context).request)
  const whoOf = (context: Called) => ({
    userId: viewerOf(context).id,
    sessionId: context.sessionId,
    domain: domainOfCall(context),
  })

  mount('authEmailLinkRequest', async (context) => {
    const exchange = exchangeOf(context)
    const signInContext = { ...signInContextOf(context, dependencies), asked: mailed.read(exchange) }
    const write = writeOf(exchange.request, context.viewer?.id ?? null)
    const { asked } = await idempotency.onceRecorded<{ asked: string }>('authEmailLinkRequest', write, {
      work: (keep) => emailLink.request(context.input, signInContext, keep),
    })
    mailed.set(exchange, asked)
    return {}
  })

  mount('authEmailLinkConfirm', async (context) => {
    const exchange = exchangeOf(context)
    const asked = mailed.read(exchange)
    const holder = (await sessions.holderOf(cookies.refresh.read(exchange)))?.userId ?? null
    return signIn('authEmailLinkConfirm', context, (signInContext, keep) =>
      emailLink.confirm(context.input, { ...signInContext, asked, holder }, keep),
    )
  })

  mount('authPasswordResetRequest', (context) =>
    quietly('authPasswordResetRequest', context, (keep) =>
      passwordChange.requestReset(context.input.email, signInContextOf(context, dependencies), keep),
    ),
  )

  mount('authPasswordReset', (context) =>
    signIn('authPasswordReset', context, (signInContext, keep) =>
      passwordChange.reset(context.input, signInContext, keep),
    ),
  )

  mount('authPasswordChange', (context) =>
    quietly('authPasswordChange', context, (keep) =>
      passwordChange.change(whoOf(context), context.input.password, keep),
    ),
  )

  mount('userEmailChange', (context) =>
    quietly('userEmailChange', context, (keep) => {
      const { networks } = signInContextOf(context, dependencies)
      return addressChange.request({ ...whoOf(context), networks }, context.input.email, keep)
    }),
  )

  mount('userEmailConfirm', (context) => {
    const { request } = exchangeOf(context)
    const { viewer } = context
    const presser = { viewer, ...signInContextOf(context, dependencies) }
    return idempotency.onceRecorded('userEmailConfirm', writeOf(request, viewer?.id ?? null), {
      work: (keep) => addressChange.confirm(context.input.token, presser, keep),
    })
  })

  mount('userGetByEmail', async (context) => ({ methods: [...domainOfCall(context).config.signInProviders] }))
}
