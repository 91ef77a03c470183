/** English texts of the reactions. */
export const reactionMessages = {
  'reaction.group': 'Reactions',
  'reaction.up': 'Like, {count, plural, =0 {nobody yet} one {# person} other {# people}}',
  'reaction.down': 'Dislike, {count, plural, =0 {nobody yet} one {# person} other {# people}}',
  'reaction.notLoaded': 'The reactions couldn’t be loaded.',
} as const
