import { messages } from '../../messages.ts'

/** English texts around the sign-in and sign-up forms. */
export const loginScreenMessages = {
  ...messages,
  'login.windowDone': 'You’re signed in. You can close this window.',
  'login.toSignUp': 'New here? Create an account',
  'login.toSignIn': 'Already have an account? Sign in',
  'login.anonymousPost': 'Post anonymously',
} as const

/** English texts: what the page after signing in is for. */
export const pageReasonMessages = {
  'login.for.post': 'Sign in to post',
  'login.for.post.in': 'Sign in to post in {community}',
  'login.for.respond': 'Sign in to respond',
  'login.for.manage': 'Sign in to change community settings',
  'login.for.feed': 'Sign in to see posts from your communities and the people you follow',
  'login.for.notifications': 'Sign in to see your notifications',
  'login.for.messages': 'Sign in to read and write messages',
  'login.for.settings': 'Sign in to change your settings',
  'login.for.decisions': 'Sign in to see decisions about you',
  'login.for.create': 'Sign in to create a community',
  'login.for.moderate': 'Sign in to moderate',
  'login.for.comment': 'Sign in to comment',
} as const

/** English texts of the demonstration's accounts. */
export const demoAccountMessages = {
  'demo.title': 'Try the demo',
  'demo.text': 'Choose who you want to be. Everyone here is made up.',
  'demo.password': 'All accounts have the password {password}.',
  'demo.role.member': 'Member',
  'demo.role.owner': 'Community owner',
  'demo.role.moderator': 'Moderator',
  'demo.role.partner': 'Partner',
  'demo.role.admin': 'Network admin',
  'demo.role.banned': 'Banned member',
} as const
