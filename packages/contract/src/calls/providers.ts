import * as z from 'zod'
import { actorId, string, time } from '../schemas/scalars.ts'
import type { Call } from './call.ts'
import { referral, signedIn } from './sign-in.ts'

/** Name of a provider in the forum's configuration, such as `google`. */
export const providerId = string(40).regex(/^[A-Za-z0-9_-]{1,40}$/)

/** A provider that can sign in to an account. */
export const linkedProvider = z.object({
  providerId: z.string(),
  name: z.string().describe('Its common name.'),
  linkedAt: time,
  label: z.string().describe('Email address or name at the provider, for telling accounts apart; may be empty.'),
})

const token = string(10_000).min(1)

/** Calls about signing in with providers. */
export const providerCalls = {
  authProviderStart: {
    method: 'GET',
    path: '/auth/provider/{id}/start',
    access: 'public',
    rate: 'signIn',
    ownPage: true,
    responseFormat: 'redirect',
    errors: [],
    summary: 'Redirects a browser to a provider, which identifies the person.',
    // Loose, as the person must get a page even for invalid input.
    input: z.looseObject({
      id: string(200),
      next: string(2000).optional().catch(undefined).describe('Path on the forum to open at the end. Default: home.'),
      ticket: string(2000)
        .optional()
        .catch(undefined)
        .describe('From `updateAuthProvider`: links instead of signing in.'),
      refBy: referral.refBy.catch(undefined),
      refFrom: referral.refFrom.catch(undefined),
    }),
    output: z.string(),
  },
  authProviderCallback: {
    method: 'GET',
    path: '/auth/provider/{id}/callback',
    access: 'public',
    // Any page may send a browser here. It has no effect unless the browser has started the sign-in, which is
    // rate-limited.
    responseFormat: 'redirect',
    errors: [],
    summary:
      'The address to which a provider redirects back. Signs in or links the provider, then redirects to a page of the forum.',
    // The protocol validates what a provider sends.
    input: z.looseObject({ id: string(200) }),
    output: z.string(),
  },
  authOneTapNonce: {
    method: 'POST',
    path: '/auth/oneTap/nonce',
    access: 'public',
    rate: 'read',
    cookie: true,
    signInMethod: 'google',
    errors: [],
    summary: 'A nonce that Google includes in a credential for this browser, valid once.',
    input: z.strictObject({}),
    output: z.object({ nonce: z.string(), clientId: z.string() }),
  },
  authOneTap: {
    method: 'POST',
    path: '/auth/oneTap',
    access: 'public',
    rate: 'signIn',
    cookie: true,
    signInMethod: 'google',
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'PROVIDER_EMAIL_IN_USE', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Sign in with a credential that Google has issued to this page.',
    input: z.strictObject({ credential: token, ...referral }),
    output: signedIn,
  },
  userCreateFirebaseUser: {
    method: 'POST',
    path: '/user/createFirebaseUser',
    access: 'public',
    rate: 'signIn',
    cookie: true,
    signInMethod: 'firebase',
    errors: ['INVALID_CREDENTIALS', 'PROVIDER_FAILED', 'PROVIDER_EMAIL_IN_USE', 'SECOND_FACTOR_REQUIRED'],
    summary: 'Sign in with a Firebase identity token.',
    input: z.strictObject({ idToken: token, ...referral }),
    output: signedIn,
  },
  updateAuthProvider: {
    method: 'POST',
    path: '/updateAuthProvider',
    access: 'user',
    errors: ['REAUTHENTICATION_REQUIRED', 'PROVIDER_NOT_FOUND', 'METHOD_UNAVAILABLE', 'LAST_WAY_IN'],
    summary: 'Link a provider to the viewer’s account, by returning an address to open, or unlink it.',
    input: z.strictObject({
      providerId,
      link: z
        .boolean()
        .describe('true: returns `url`, an address of the forum to open in this browser · false: unlinks.'),
      next: string(2000)
        .optional()
        .describe('Path on the forum to open after linking. Default: the account’s settings.'),
      userId: actorId,
    }),
    output: z.object({ providers: z.array(linkedProvider), url: z.string().optional() }),
  },
} as const satisfies Record<string, Call>
