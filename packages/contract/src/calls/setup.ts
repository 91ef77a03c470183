import * as z from 'zod'
import { GUESSED_PASSWORD, isEasilyGuessed } from '../account-rules.ts'
import { httpUrl } from '../rules.ts'
import { newPassword } from '../schemas/passwords.ts'
import { actorId, email, string } from '../schemas/scalars.ts'
import { SETUP_STEPS } from '../setup-steps.ts'
import type { Call } from './call.ts'
import { signedIn } from './sign-in.ts'
import { username } from './users.ts'

/** The part of the printed link after the `#`. */
const token = string(100).min(1)

const setupState = z.object({
  isOpen: z.boolean().describe('Visitors see the forum. Otherwise they see that it is being set up.'),
  steps: z
    .object(
      Object.fromEntries(
        SETUP_STEPS.map((step) => [
          step,
          z.enum(['open', 'done', 'skipped']).describe('How far this step of the guide is.'),
        ]),
      ) as Record<(typeof SETUP_STEPS)[number], z.ZodEnum<{ open: 'open'; done: 'done'; skipped: 'skipped' }>>,
    )
    .describe('The steps of the guide that follow the owner’s account.'),
  hasMailServer: z.boolean().describe('The setting `SMTP_URL` names a mail server. Otherwise mails are files.'),
  sites: z.array(z.string()).describe('Origins whose pages may embed the domain’s default community.'),
})

/** Calls that set up a new forum. */
export const setupCalls = {
  setupLinkCheck: {
    method: 'POST',
    path: '/setup/link',
    access: 'public',
    rate: 'read',
    errors: ['SETUP_LINK_INVALID', 'SETUP_DONE'],
    summary: 'Whether the one-time link that the server printed can be used.',
    input: z.strictObject({ token }),
    output: z.object({}),
  },
  setupClaim: {
    method: 'POST',
    path: '/setup/claim',
    access: 'public',
    rate: 'signUp',
    cookie: true,
    makesOwner: true,
    signInMethod: 'password',
    errors: [
      'SETUP_LINK_INVALID',
      'SETUP_DONE',
      'USERNAME_EXISTS',
      'USERNAME_OF_COMMUNITY',
      'USERNAME_RESERVED',
      'BUSY',
    ],
    summary: 'Create the owner’s account with the one-time link that the server printed, and sign in. Works once.',
    input: z
      .strictObject({ token, username, email, password: newPassword })
      .refine(({ username: name, password }) => isEasilyGuessed(password) || !isEasilyGuessed(password, name), {
        path: ['password'],
        message: GUESSED_PASSWORD,
      }),
    output: signedIn,
  },
  setupGet: {
    method: 'GET',
    path: '/setup',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary: 'How far the guide of a new forum is. For network admins, and the owner until the forum is open.',
    input: z.object({}),
    output: setupState,
  },
  setupStep: {
    method: 'POST',
    path: '/setup/step',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary:
      'Record a step of the guide as done or skipped. For network admins, and the owner until the forum is open.',
    input: z.strictObject({
      step: z.enum(SETUP_STEPS).describe('The step.'),
      state: z.enum(['done', 'skipped']).describe('How far it is now.'),
      userId: actorId,
    }),
    output: setupState,
  },
  setupSite: {
    method: 'POST',
    path: '/setup/site',
    access: 'user',
    errors: ['FORBIDDEN', 'COMMUNITY_NOT_FOUND'],
    summary:
      'Let the pages of a site embed the domain’s default community. For network admins, and its owner until the forum is open.',
    input: z.strictObject({
      address: string(300)
        .trim()
        .refine((text) => {
          const url = httpUrl(text)
          return url !== null && !url.origin.includes('*')
        }, 'Use an address such as https://news.example.')
        .describe('Of any page of the site. On forums in public: without a port, and not of a private network.'),
      userId: actorId,
    }),
    output: z.object({ origin: z.string().describe('The site’s origin.') }),
  },
  setupMailTest: {
    method: 'POST',
    path: '/setup/mail',
    access: 'user',
    rate: 'mail',
    errors: ['FORBIDDEN'],
    summary: 'Send a test mail to the caller’s address now. For network admins, and the owner until the forum is open.',
    input: z.strictObject({ userId: actorId }),
    output: z.object({
      to: z.string().describe('The caller’s confirmed address; empty if there is none.'),
      error: z.string().describe('What the mail server or the connection to it reported; empty if the mail was sent.'),
    }),
  },
  setupFinish: {
    method: 'POST',
    path: '/setup/finish',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary: 'Show the forum to visitors. For network admins, and the owner until the forum is open.',
    input: z.strictObject({ userId: actorId }),
    output: z.object({}),
  },
} as const satisfies Record<string, Call>
