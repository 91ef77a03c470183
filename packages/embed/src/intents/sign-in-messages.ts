/** English texts of signing in; they load with its dialog. */
export const signInMessages = {
  'embed.signIn.title': 'Sign in to take part',
  'embed.signIn.text': 'A window of the forum opens. What you have typed stays here.',
  'embed.signIn.refused': 'This site could not tell the forum who you are. You can sign in at the forum yourself.',
  'embed.signIn.submit': 'Sign in',
  'embed.signIn.cancel': 'Not now',
  'embed.signIn.blocked': 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  'embed.signIn.closed': 'The window was closed before you were signed in.',
  'embed.signIn.failed': 'Signing in did not work. Please try again.',
} as const
