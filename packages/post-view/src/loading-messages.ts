/** English texts of a post that isn't loaded. */
export const postLoadingMessages = {
  'post.loading': 'Loading the post',
  'post.notLoaded': 'The post couldn’t be loaded.',
  'post.missing': 'Post not found',
  'post.missing.text': 'It may have been removed, or is visible to members only.',
} as const
