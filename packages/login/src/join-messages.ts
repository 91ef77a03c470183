/** English texts of joining a community; widgets load them without those of signing in. */
export const joinMessages = {
  'login.join.title': 'Join {community}',
  'login.join.text': 'Members of {community} comment, react and vote. You can leave at any time.',
  'login.join.submit': 'Join',
  'login.cancel': 'Cancel',
} as const
