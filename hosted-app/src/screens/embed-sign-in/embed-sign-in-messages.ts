import { messages } from '../../messages.ts'

/** English texts of signing in for a site. */
export const embedSignInMessages = {
  ...messages,
  'siteSignIn.title': 'Sign in for {site}',
  'siteSignIn.explain': 'On {site} you can then comment, react and vote. The site gets nothing else of your account.',
  'siteSignIn.continue': 'Continue as {name}',
  'siteSignIn.badRequest':
    'This window was opened without saying for which site. Please close it and try again from the article.',
  'siteSignIn.notRegistered': 'This site is not registered with the forum, so nobody can sign in there.',
  'siteSignIn.lost':
    'This window can’t reach the page that opened it. Close it and try again from the article. If it happens again, that site’s security policy blocks signing in.',
  'siteSignIn.failed': 'Signing in for the site did not work. Please try again.',
} as const
