import { providerRoutes } from '../routes/providers.ts'
import type { Call } from './call.ts'

/** Calls about signing in with providers. */
export const providerCalls = {
  authProviderStart: {
    ...providerRoutes.authProviderStart,
    errors: [],
    summary: 'Redirects a browser to a provider, which identifies the person.',
  },
  authProviderCallback: {
    ...providerRoutes.authProviderCallback,
    errors: [],
    summary:
      'The address to which a provider redirects back. Signs in or links the provider, then redirects to a page of the forum.',
  },
  authOneTapNonce: {
    ...providerRoutes.authOneTapNonce,
    way: 'google',
    errors: [],
    summary: 'A nonce that Google includes in a credential for this browser, valid once.',
  },
  authOneTap: {
    ...providerRoutes.authOneTap,
    way: 'google',
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'PROVIDER_EMAIL_IN_USE', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Sign in with a credential that Google has issued to this page.',
  },
  userCreateFirebaseUser: {
    ...providerRoutes.userCreateFirebaseUser,
    way: 'firebase',
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'PROVIDER_EMAIL_IN_USE', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Sign in with a Firebase identity token.',
  },
  authEmbedSso: {
    ...providerRoutes.authEmbedSso,
    secret: true,
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'METHOD_UNAVAILABLE'],
    summary: 'For a widget: sign in on this site with a token of its publisher, for the lifetime of one access token.',
  },
  updateAuthProvider: {
    ...providerRoutes.updateAuthProvider,
    errors: ['REAUTHENTICATION_REQUIRED', 'PROVIDER_NOT_FOUND', 'METHOD_UNAVAILABLE', 'LAST_WAY_IN'],
    summary: 'Link a provider to the viewer’s account, by returning an address to open, or unlink it.',
  },
} as const satisfies Record<keyof typeof providerRoutes, Call>
