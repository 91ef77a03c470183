/** English texts of the primitives. Translations use the same keys. */
export const uiMessages = {
  'ui.close': 'Close',
  'ui.dismiss': 'Dismiss',
  'ui.discard.question': 'Discard what you’ve written?',
  'ui.discard': 'Discard',
  'ui.discard.keep': 'Keep writing',
  'ui.loadMore': 'Load more',
  'ui.retry': 'Try again',
  'ui.backToTop': 'Back to top',
  'ui.newTab': 'opens in a new tab',
  'ui.notifications': 'Notifications',
  'ui.optional': 'optional',
  'ui.length': '{length, number} of {limit, number} characters',
} as const
