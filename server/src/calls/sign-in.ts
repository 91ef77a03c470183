import type { signInCalls } from '@stoa/contract/schemas'
import type { IssuedSession } from '../domains/people/auth/index.ts'
import { exchangeOf, type HandlersOf, requestOf, viewerOf } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'

export function signInHandlers({
  cookies,
  cookieSessions,
  domainOf,
  emailLink,
  embedSignIn,
  passwordChange,
  passwordSignIn,
  publishers,
  sessions,
  signInExchange,
}: Services): HandlersOf<typeof signInCalls> {
  const { signIn, contextOf } = signInExchange
  /** Identifies the browser that requested a mail. */
  const mailed = cookies.attempt('mail')

  return {
    authSignUp: {
      commit: (context) =>
        signIn(context, (signInContext, record) => passwordSignIn.signUp(context.input, signInContext, record)),
    },
    authSignIn: {
      commit: (context) =>
        signIn(context, (signInContext, record) => passwordSignIn.signIn(context.input, signInContext, record)),
    },
    authRefresh: { commit: cookieSessions.refresh },
    authSignOut: { commit: (context) => cookieSessions.signOut(context, context.input.everywhere ?? false) },
    authEmailLinkRequest: {
      commit: async (context) => {
        const exchange = exchangeOf(context)
        const signInContext = { ...contextOf(context), mailMark: mailed.read(exchange) }
        const { asked: mailMark } = await context.once<{ asked: string }>((record) =>
          emailLink.request(context.input, signInContext, record),
        )
        mailed.set(exchange, mailMark)
        return {}
      },
    },
    authEmailLinkConfirm: {
      commit: async (context) => {
        const exchange = exchangeOf(context)
        const mailMark = mailed.read(exchange)
        const holder = (await sessions.holderOf(cookies.refresh.read(exchange)))?.userId ?? null
        return signIn(context, (signInContext, record) =>
          emailLink.confirm(context.input, { ...signInContext, mailMark, holder }, record),
        )
      },
    },
    authEmailConfirmRequest: {
      commit: (context) => context.once((record) => passwordSignIn.remind(context.input, contextOf(context), record)),
    },
    authPasswordResetRequest: {
      commit: (context) =>
        context.once((record) => passwordChange.requestReset(context.input.email, contextOf(context), record)),
    },
    authPasswordReset: {
      commit: (context) =>
        signIn(context, (signInContext, record) => passwordChange.reset(context.input, signInContext, record)),
    },
    userGetByEmail: async (context) => ({ methods: [...domainOf(requestOf(context)).config.signInProviders] }),
    authEmbedAuthorize: (context) => embedSignIn.authorize(viewerOf(context), context.input, context.tx),
    authEmbedToken: {
      commit: async ({ input, origin, once }) => {
        const { signedIn } = await once<IssuedSession>((record) => embedSignIn.redeem({ ...input, origin }, record))
        return signedIn
      },
    },
    authEmbedRefresh: { commit: cookieSessions.embedRefresh },
    authEmbedSso: {
      commit: async (context) => {
        const { token, ...referral } = context.input
        const forum = domainOf(requestOf(context)).origin
        const vouched = { token, referral, origin: context.site, forum }
        const { signedIn } = await context.once<IssuedSession>((record) => publishers.signIn(vouched, record))
        return signedIn
      },
    },
  }
}
