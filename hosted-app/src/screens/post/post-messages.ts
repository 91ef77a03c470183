/** English texts of a post's page that its parts do not bring along. */
export const postMessages = {
  'author.decide': 'Decide about {name}…',
} as const
