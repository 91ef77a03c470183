/** English texts of edit conflicts in settings. */
export const conflictMessages = {
  'conflict.title': 'Somebody else changed this meanwhile',
  'conflict.text': 'Nothing of yours is lost. Choose what to keep.',
  'conflict.now': 'Now: {value}',
  'conflict.mine': 'Yours: {value}',
  'conflict.overwrite': 'Save mine',
  'conflict.take': 'Discard mine',
} as const
