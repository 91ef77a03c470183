import { messages } from '../../messages.ts'

/** English texts of the settings of featured communities. */
export const featuredMessages = {
  ...messages,
  'featured.title': 'Featured communities',
  'featured.text': 'Up to {most} other communities, shown beside yours in this order.',
  'featured.empty': 'No featured communities',
  'featured.empty.text': 'Until you choose some, the largest communities are shown.',
  'featured.up': 'Move {name} up',
  'featured.down': 'Move {name} down',
  'featured.remove': 'Remove {name}',
  'featured.moved': '{name} is now number {place} of {count}',
  'featured.added': '{name} added',
  'featured.removed': '{name} removed',
  'featured.search': 'Find a community',
  'featured.search.hint': 'Type part of its title, or its token name.',
  'featured.found': 'Communities found',
  'featured.failed': 'Couldn’t search. Check your connection and try again.',
  'featured.none': 'Nothing found.',
  'featured.add': 'Add',
  'featured.add.name': 'Add {name}',
} as const
