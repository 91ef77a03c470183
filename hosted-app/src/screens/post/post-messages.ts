/** English texts of a post's page that aren't part of its components. */
export const postMessages = {
  'author.decide': 'Manage {name}…',
} as const
