/** English texts of the elements themselves. */
export const embedMessages = {
  'embed.failed': 'The comments could not be loaded.',
  'embed.failed.poll': 'The poll could not be loaded.',
  'embed.failed.reactions': 'The reactions could not be loaded.',
  'embed.retry': 'Try again',
  'embed.loading': 'Loading comments',
  'embed.count': '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
} as const
