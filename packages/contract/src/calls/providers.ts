import { providerRoutes } from '../routes/providers.ts'
import type { Call } from './call.ts'

/** Calls about signing in with providers. */
export const providerCalls = {
  authProviderStart: {
    ...providerRoutes.authProviderStart,
    errors: [],
    summary: 'For a browser to go to: leads on to a provider that tells who somebody is.',
  },
  authProviderCallback: {
    ...providerRoutes.authProviderCallback,
    errors: [],
    summary: 'Where a provider leads back to: signs in, or links the provider, and leads on to a page of the forum.',
  },
  authOneTapNonce: {
    ...providerRoutes.authOneTapNonce,
    way: 'google',
    errors: [],
    summary: 'What Google has to put into a credential for this browser, good once.',
  },
  authOneTap: {
    ...providerRoutes.authOneTap,
    way: 'google',
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'PROVIDER_EMAIL_IN_USE', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Sign in with a credential that Google has given this page.',
  },
  userCreateFirebaseUser: {
    ...providerRoutes.userCreateFirebaseUser,
    way: 'firebase',
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'PROVIDER_EMAIL_IN_USE', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Sign in with an identity token of Firebase.',
  },
  authEmbedSso: {
    ...providerRoutes.authEmbedSso,
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'METHOD_UNAVAILABLE'],
    summary: 'For a widget: sign in on this site by the word of its publisher, for as long as one access token.',
  },
  updateAuthProvider: {
    ...providerRoutes.updateAuthProvider,
    errors: ['REAUTHENTICATION_REQUIRED', 'PROVIDER_NOT_FOUND', 'METHOD_UNAVAILABLE', 'LAST_WAY_IN'],
    summary: 'Link a provider to the own account, by an address to go to, or unlink it.',
  },
} as const satisfies Record<keyof typeof providerRoutes, Call>
