/** English texts of the elements themselves. */
export const embedMessages = {
  'embed.notRegistered': 'Comments can’t be shown here, because {site} is not registered with this community.',
  'embed.noCommunity': 'Comments can’t be shown here, because the community “{community}” does not exist.',
  'embed.failed': 'The comments could not be loaded.',
  'embed.retry': 'Try again',
  'embed.loading': 'Loading comments',
  'embed.signIn.title': 'Sign in to take part',
  'embed.signIn.text': 'A window of the forum opens. What you have typed stays here.',
  'embed.signIn.submit': 'Sign in',
  'embed.signIn.cancel': 'Not now',
  'embed.signIn.blocked': 'Your browser blocked the window. Allow pop-ups for this site, then try again.',
  'embed.signIn.closed': 'The window was closed before you were signed in.',
  'embed.signIn.failed': 'Signing in did not work. Please try again.',
  'embed.count': '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
} as const
