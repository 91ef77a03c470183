/** English texts of the notice to somebody who is banned or in a time-out. */
export const bannedMessages = {
  'banned.timeout': 'You’re in a time-out.',
  'banned.until': 'You can write here again {date}.',
  'banned.always': 'This ban is permanent unless a moderator lifts it.',
  'banned.reason': 'Reason: {reason}',
  'banned.appeal': 'Appeal…',
  'banned.decision': 'Your decisions',
} as const
