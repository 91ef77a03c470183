import * as z from 'zod'
import { actorId, string, time } from './common.ts'
import { referral, signedIn } from './sessions.ts'

/** Name of a provider in the forum's configuration, such as `google`. */
export const providerId = string(40).regex(/^[A-Za-z0-9_-]{1,40}$/)

/** A provider that can sign in to an account. */
export const linkedProvider = z.object({
  providerId: z.string(),
  name: z.string().describe('Its common name.'),
  linkedAt: time,
  label: z.string().describe('E-mail address or name at the provider, for telling accounts apart; may be empty.'),
})

const token = string(10_000).min(1)

export const providerCalls = {
  authProviderStart: {
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
    // The protocol validates what a provider sends.
    input: z.looseObject({ id: string(200) }),
    output: z.string(),
  },
  authOneTapNonce: { input: z.strictObject({}), output: z.object({ nonce: z.string(), clientId: z.string() }) },
  authOneTap: { input: z.strictObject({ credential: token, ...referral }), output: signedIn },
  userCreateFirebaseUser: { input: z.strictObject({ idToken: token, ...referral }), output: signedIn },
  authEmbedSso: { input: z.strictObject({ token, ...referral }), output: signedIn },
  updateAuthProvider: {
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
}
