import { communityMessages } from '../community/messages.ts'

/** English texts of the list of communities. */
export const directoryMessages = {
  ...communityMessages,
  'directory.search': 'Search communities',
  'directory.active': 'last post {time}',
  'directory.sort': 'Sort by',
  'directory.sort.members': 'Most members',
  'directory.sort.activity': 'Recently active',
  'directory.sort.newest': 'Newest',
  'directory.sort.name': 'Name',
  'directory.joined': 'Joined',
  'directory.joined.empty': 'You haven’t joined a community yet',
  'directory.joined.empty.text': 'Communities you join appear here.',
  'directory.all': 'All',
  'directory.which': 'Filter communities',
  'directory.none': 'No communities match “{query}”',
  'directory.none.all': 'Show all communities',
} as const
