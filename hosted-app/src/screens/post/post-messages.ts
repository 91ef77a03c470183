/** English texts of a post's page that its parts do not bring along. */
export const postMessages = {
  'author.decide': 'Manage {name}…',
} as const
