import { settingsMessages } from '../messages.ts'

/** English texts of what the member has hidden. */
export const hiddenMessages = {
  ...settingsMessages,
  'hidden.title': 'Muted communities',
  'hidden.text': 'Their posts don’t appear in your feeds or recommendations. You can still open their pages.',
  'hidden.none': 'No muted communities. You can mute one from the menu of any of its posts.',
  'hidden.show': 'Unmute',
  'hidden.show.name': 'Unmute {title}',
  'hiddenItems.text': 'You hid these for yourself: posts don’t appear in your feeds, and comments are collapsed.',
  'hiddenItems.none': 'Nothing hidden. You can hide a post or comment from its menu or after reporting it.',
  'hiddenItems.comment': '{author} on {post}',
  'hiddenItems.show': 'Show again',
  'hiddenItems.show.name': 'Show {title} again',
  'hiddenItems.failed': 'Couldn’t load your hidden content.',
  'hiddenItems.more': 'Show more',
  'hiddenItems.shown': '{title} is shown again.',
  'hidden.shown': '{community} is unmuted.',
} as const
