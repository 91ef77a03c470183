/** English texts of why something waits or has a high score. */
export const heldMessages = {
  'held.title': 'Found before publication',
  'held.score': 'Score {score}',
  'held.storm': 'New member during storm mode',
  'held.repeatedText': 'Same text {text, plural, one {# time} other {# times}} within an hour',
  'held.newcomerLinks': '{text, plural, one {# link} other {# links}} by a new member',
  'held.address': 'Listed address: {words}',
  'held.word': 'Listed word: {words}',
  'held.links': '{text, plural, one {# link} other {# links}}',
  'held.newcomer': 'New account',
  'held.speed': '{text, plural, one {# post} other {# posts}} within a minute',
  'held.filter': 'Resembles what was removed before: {words}',
  'held.filter.plain': 'Resembles what was removed before',
  'held.scorer': 'External scorer: {words}',
  'held.scorer.plain': 'External scorer',
} as const
