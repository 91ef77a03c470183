import { directoryMessages } from '../communities/messages.ts'

/** English texts of feeds of several communities. */
export const homeFeedMessages = {
  ...directoryMessages,
  'feed.popularWeek': 'Popular this week',
  'feed.home.text': 'Posts from your communities and the people you follow.',
  'feed.popular.text': 'Posts from all communities.',
  'feed.from': 'Show posts from',
  'feed.from.home': 'Everything',
  'feed.from.joined': 'Communities',
  'feed.from.followed': 'People I follow',
  'feed.home.empty': 'Your feed is empty',
  'feed.home.empty.text': 'Join communities or follow people to see their posts here.',
  'feed.joined.empty': 'No posts from your communities yet',
  'feed.joined.empty.text': 'Join communities to see their posts here.',
  'feed.followed.empty': 'No posts from people you follow yet',
  'feed.followed.empty.text': 'Follow people from their profiles to see their posts here.',
  'feed.home.communities': 'Communities to join',
} as const
