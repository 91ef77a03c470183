/** English texts of load failures, separate because widgets without comments load no others of a thread. */
export const failedPartMessages = {
  'comment.error': 'Couldn’t load the comments.',
  'comment.retry': 'Try again',
  'comment.unloaded': 'Couldn’t load this part.',
  'comment.reload': 'Reload the page',
} as const
