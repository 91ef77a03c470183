import * as z from 'zod'
import { EMAIL_CODE_LENGTH } from '../limits.ts'
import { isOwnPath } from '../rules.ts'
import { email } from './common.ts'
import { newPassword } from './passwords.ts'
import { referral, signedIn } from './sessions.ts'

/** As it stands in a mailed link, after the `#`. */
const token = z.string().min(1).max(100)
const nothing = z.object({})

export const emailCalls = {
  authEmailLinkRequest: {
    input: z.object({
      email,
      /** Path to go to after signing in. */
      next: z.string().max(2000).refine(isOwnPath, 'Must be a path of the forum.').optional(),
      /** Kept with the link, for an account that it makes, wherever it is opened. */
      ...referral,
    }),
    output: nothing,
  },
  authEmailLinkConfirm: {
    input: z
      .object({
        token: token.optional(),
        email: email.optional(),
        /** As mailed to the address. */
        code: z
          .string()
          .regex(new RegExp(`^\\d{${EMAIL_CODE_LENGTH}}$`), `Use the ${EMAIL_CODE_LENGTH} digits of the mail.`)
          .optional(),
        ...referral,
      })
      .refine(
        (sent) => (sent.token === undefined) === (sent.email !== undefined && sent.code !== undefined),
        'Send the token of the link, or the address with its code.',
      ),
    output: signedIn,
  },
  authPasswordResetRequest: { input: z.object({ email }), output: nothing },
  authPasswordReset: { input: z.object({ token, password: newPassword }), output: signedIn },
  authPasswordChange: { input: z.object({ password: newPassword }), output: nothing },
  userEmailChange: { input: z.object({ email }), output: nothing },
  userEmailConfirm: {
    input: z.object({ token }),
    output: z.object({
      email: z.string(),
      /** False while the mail to the other address waits for its press. */
      confirmed: z.boolean(),
    }),
  },
  userGetByEmail: {
    input: z.object({ email }),
    output: z.object({
      /** Ids as in `signInProviders` of the domain. */
      methods: z.array(z.string()),
    }),
  },
}
