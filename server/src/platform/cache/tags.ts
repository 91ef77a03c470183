/** Tags of cached responses, by what they show. */
export const tags = {
  /** Any list of posts across communities. */
  posts: 'post-lists',
  /** Lists of communities' posts that may show others' syndicated stories. */
  syndicated: 'syndicated-posts',
  /** The list of communities. */
  communities: 'community-list',
  /** Everything that shows names. Profile changes are rare and may affect any of it. */
  people: 'people',
  post: (id: string) => `post:${id}`,
  comment: (id: string) => `comment:${id}`,
  community: (tokenName: string) => `community:${tokenName}`,
  user: (id: string) => `user:${id}`,
}
