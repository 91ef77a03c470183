import { messages } from '../../messages.ts'

/** English texts of signing in for a site. */
export const embedSignInMessages = {
  ...messages,
  'embed.signIn.title': 'Sign in for {site}',
  'embed.signIn.explain': 'On {site} you can then comment, react and vote. The site gets nothing else of your account.',
  'embed.signIn.continue': 'Continue as {name}',
  'embed.signIn.badRequest':
    'This window was opened without saying for which site. Please close it and try again from the article.',
  'embed.signIn.notRegistered': 'This site is not registered with the forum, so nobody can sign in there.',
  'embed.signIn.lost': 'The page that opened this window is gone. Please close it and try again from the article.',
  'embed.signIn.failed': 'Signing in for the site did not work. Please try again.',
} as const
