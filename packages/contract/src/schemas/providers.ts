import * as z from 'zod'
import { actorId, time } from './common.ts'
import { referral, signedIn } from './sessions.ts'

/** Name of a provider in the forum's configuration, such as `google`. */
export const providerId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)

/** A provider by whose word somebody may sign in to their account. */
export const linkedProvider = z.object({
  providerId: z.string(),
  /** What people know it by. */
  name: z.string(),
  linkedAt: time,
  /** E-mail address or name there, for telling two accounts apart; may be empty. */
  label: z.string(),
})

const token = z.string().min(1).max(10_000)

export const providerCalls = {
  authProviderStart: {
    // Whatever is wrong with it, somebody who goes there is to come to a page.
    input: z.looseObject({
      id: z.string().max(200),
      /** Path on the forum to come to in the end. Default: its home. */
      next: z.string().optional().catch(undefined),
      /** Of `updateAuthProvider`: links instead of signing in. */
      ticket: z.string().max(2000).optional().catch(undefined),
      refBy: referral.refBy.catch(undefined),
      refFrom: referral.refFrom.catch(undefined),
    }),
    output: z.string(),
  },
  authProviderCallback: {
    // What a provider sends is for the protocol to judge.
    input: z.looseObject({ id: z.string().max(200) }),
    output: z.string(),
  },
  authOneTapNonce: { input: z.object({}), output: z.object({ nonce: z.string(), clientId: z.string() }) },
  authOneTap: { input: z.object({ credential: token, ...referral }), output: signedIn },
  userCreateFirebaseUser: { input: z.object({ idToken: token, ...referral }), output: signedIn },
  authEmbedSso: { input: z.object({ token, ...referral }), output: signedIn },
  updateAuthProvider: {
    input: z.object({
      providerId,
      /** true: answers `url`, an address of the forum to go to in this browser · false: unlinks. */
      link: z.boolean(),
      /** Of the forum: where linking comes to in the end. Default: the account's settings. */
      next: z.string().max(2000).optional(),
      userId: actorId,
    }),
    output: z.object({ providers: z.array(linkedProvider), url: z.string().optional() }),
  },
}
