import { messages } from '../../messages.ts'

/** English texts of signing in for a site. */
export const embedSignInMessages = {
  ...messages,
  'siteSignIn.title': 'Sign in to take part on {site}',
  'siteSignIn.for.comment': 'Sign in to comment on {site}',
  'siteSignIn.for.reply': 'Sign in to reply on {site}',
  'siteSignIn.for.vote': 'Sign in to vote on {site}',
  'siteSignIn.for.like': 'Sign in to like an article on {site}',
  'siteSignIn.for.like-comment': 'Sign in to like a comment on {site}',
  'siteSignIn.for.dislike': 'Sign in to dislike an article on {site}',
  'siteSignIn.for.dislike-comment': 'Sign in to dislike a comment on {site}',
  'siteSignIn.for.save': 'Sign in to save an article on {site}',
  'siteSignIn.for.save-comment': 'Sign in to save a comment on {site}',
  'siteSignIn.for.report': 'Sign in to send a report on {site}',
  'siteSignIn.text':
    'Sign in with your {forum} account. Then this window closes, and you’re back at the article{purpose, select, comment { with what you’ve typed} reply { with what you’ve typed} other {}}.',
  'siteSignIn.explain': 'You can comment, react and vote on {site}. It gets no other access to your account.',
  'siteSignIn.continue': 'Continue as {name}',
  'siteSignIn.badRequest': 'We don’t know which site opened this window. Close it and try again from the article.',
  'siteSignIn.notRegistered': 'This site isn’t registered with the forum, so you can’t sign in there.',
  'siteSignIn.lost':
    'This window can’t reach the page that opened it. Close it and try again from the article. If it happens again, that site’s security policy blocks signing in.',
  'siteSignIn.failed': 'Couldn’t sign you in to the site. Please try again.',
} as const
