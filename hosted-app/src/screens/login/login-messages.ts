import { messages } from '../../messages.ts'

/** English texts around the sign-in and sign-up forms. */
export const loginScreenMessages = {
  ...messages,
  'login.windowDone': 'You’re signed in. You can close this window.',
  'login.toSignUp': 'New here? Create an account',
  'login.toSignIn': 'Already have an account? Sign in',
  'login.anonymousPost': 'Post anonymously',
} as const
