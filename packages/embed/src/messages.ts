/** English texts of the elements themselves. */
export const embedMessages = {
  'embed.notRegistered': 'Comments can’t be shown here, because {site} is not registered with this community.',
  'embed.noCommunity': 'Comments can’t be shown here, because the community “{community}” does not exist.',
  'embed.failed': 'The comments could not be loaded.',
  'embed.retry': 'Try again',
  'embed.loading': 'Loading comments',
  'embed.count': '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
} as const
