import * as z from 'zod'
import { EMAIL_CODE_LENGTH } from '../limits.ts'
import { isOwnPath } from '../rules.ts'
import { email, formed, string } from './common.ts'
import { newPassword } from './passwords.ts'
import { referral, signedIn } from './sessions.ts'

/** The part of a mailed link after the `#`. */
const token = string(100).min(1)
const nothing = z.object({})

export const emailCalls = {
  authEmailLinkRequest: {
    input: z.strictObject({
      email,
      next: string(2000)
        .refine(isOwnPath, 'Must be a path of the forum.')
        .optional()
        .describe('Path to open after sign-in.'),
      /** Stored with the link for an account that it may create, regardless of where it is opened. */
      ...referral,
    }),
    output: nothing,
  },
  authEmailLinkConfirm: {
    input: z
      .strictObject({
        token: token.optional(),
        email: email.optional(),
        code: formed(
          EMAIL_CODE_LENGTH,
          new RegExp(`^\\d{${EMAIL_CODE_LENGTH}}$`),
          `Use the ${EMAIL_CODE_LENGTH} digits of the mail.`,
        )
          .optional()
          .describe('As mailed to the address.'),
        ...referral,
      })
      .refine(
        (sent) => (sent.token === undefined) === (sent.email !== undefined && sent.code !== undefined),
        'Send the token of the link, or the address with its code.',
      ),
    output: signedIn,
  },
  authPasswordResetRequest: { input: z.strictObject({ email }), output: nothing },
  authPasswordReset: { input: z.strictObject({ token, password: newPassword }), output: signedIn },
  authPasswordChange: { input: z.strictObject({ password: newPassword }), output: nothing },
  userEmailChange: { input: z.strictObject({ email }), output: nothing },
  userEmailConfirm: {
    input: z.strictObject({ token }),
    output: z.object({
      email: z.string(),
      confirmed: z.boolean().describe('False while the link mailed to the other address is still unconfirmed.'),
    }),
  },
  userGetByEmail: {
    input: z.strictObject({ email }),
    output: z.object({
      methods: z.array(z.string()).describe('Ids as in `signInProviders` of the domain.'),
    }),
  },
}
