import { messages } from '../../messages.ts'

/** English texts around the forms of signing in and signing up. */
export const loginScreenMessages = {
  ...messages,
  'login.windowDone': 'You are signed in. You can close this window.',
  'login.toSignUp': 'New here? Create an account',
  'login.toSignIn': 'Already have an account? Sign in',
} as const
