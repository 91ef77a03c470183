/** English texts of the elements themselves. */
export const embedMessages = {
  'embed.failed': 'Couldn’t load the comments.',
  'embed.failed.poll': 'Couldn’t load the poll.',
  'embed.failed.reactions': 'Couldn’t load the reactions.',
  'embed.retry': 'Try again',
  'embed.hidden': 'Comments on this article are hidden at the moment.',
  'embed.loading': 'Loading comments',
  'embed.forum': 'View in forum',
  'embed.forum.all': 'Read all {count} comments and take part in the forum',
  'embed.count': '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
} as const
