import * as z from 'zod'
import { PASSWORD_MAX_LENGTH } from '../limits.ts'
import { id, time } from './common.ts'

/** A place where somebody is signed in. */
export const sessionInfo = z.object({
  id,
  /** Browser and system, such as `Firefox on Windows`; empty where neither is known. */
  device: z.string(),
  /** Network of the address that it was begun from; empty where that is not known. */
  address: z.string(),
  /** Origin of the partner's site that it is good for; null: the forum itself. */
  site: z.string().nullable(),
  /** How it was begun, such as `password`; empty where that is not known. */
  method: z.string(),
  createdAt: time,
  /** When it was last continued. */
  seenAt: time,
  /** It is the one that asks. */
  current: z.boolean(),
})

/** How somebody is known to sign in; told to themselves only. */
export const account = z.object({
  email: z.string().nullable(),
  /** The address that waits to be confirmed. */
  pendingEmail: z.string().nullable(),
  hasPassword: z.boolean(),
})

export const reauthenticationMethod = z.enum(['password'])

/** Refuses unless exactly one of the fields is there. */
function exactlyOne<Fields extends Record<string, unknown>>(fields: Fields): boolean {
  return Object.values(fields).filter((value) => value !== undefined).length === 1
}

export const secondFactorCalls = {
  accountSecurity: { input: z.object({}), output: z.object({ account }) },
  sessionList: { input: z.object({}), output: z.object({ items: z.array(sessionInfo) }) },
  sessionEnd: {
    input: z
      .object({
        sessionId: id.optional(),
        /** Every session but the one that asks. */
        others: z.literal(true).optional(),
      })
      .refine(exactlyOne, 'Name one session, or the others.'),
    output: z.object({}),
  },
  authReauthenticate: {
    input: z.object({ password: z.string().min(1).max(PASSWORD_MAX_LENGTH) }),
    output: z.object({
      /** Until when it counts. */
      until: time,
    }),
  },
  authReauthenticateOptions: {
    input: z.object({}),
    output: z.object({ methods: z.array(reauthenticationMethod) }),
  },
}
