/** English texts shown instead of a response that the viewer has hidden for themselves. */
export const hiddenResponseMessages = {
  'responses.hidden': 'You hid this response.',
  'responses.showAgain': 'Show again',
} as const
