/** English texts of what could not be loaded; widgets without comments load them without those of a thread. */
export const failedPartMessages = {
  'comment.error': 'The comments could not be loaded.',
  'comment.retry': 'Try again',
  'comment.unloaded': 'This part could not be loaded.',
  'comment.reload': 'Reload the page',
} as const
