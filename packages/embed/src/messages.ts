/** English texts of the elements themselves. */
export const embedMessages = {
  'embed.failed': 'The comments could not be loaded.',
  'embed.retry': 'Try again',
  'embed.loading': 'Loading comments',
  'embed.count': '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
} as const
