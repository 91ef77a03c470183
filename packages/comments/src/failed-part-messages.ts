/** English texts of what could not be loaded; widgets without comments load them without those of a thread. */
export const failedPartMessages = {
  'comment.error': 'Couldn’t load the comments.',
  'comment.retry': 'Try again',
  'comment.unloaded': 'Couldn’t load this part.',
  'comment.reload': 'Reload the page',
} as const
