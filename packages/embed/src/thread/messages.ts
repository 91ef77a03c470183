/** English texts of moderation in an article. */
export const moderationMessages = {
  'review.count': '{count} to review',
  'review.more': '{count}+ to review',
  'review.close': 'Close',
  'review.title': 'To review in this conversation',
  'review.failed': 'Couldn’t load this. Try again.',
  'article.undo': 'Undo',
  'author.decide': 'Manage {name}…',
} as const
