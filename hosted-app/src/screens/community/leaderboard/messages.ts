import { messages } from '../../../messages.ts'

/** English texts of leaderboards and reputation. */
export const leaderboardMessages = {
  ...messages,
  'leaderboard.day': 'Today',
  'leaderboard.week': 'This week',
  'leaderboard.month': 'This month',
  'leaderboard.all': 'All time',
  'leaderboard.rank': 'Rank {rank}',
  'leaderboard.you': 'You',
  'leaderboard.own': 'Your place',
  'leaderboard.empty': 'No one is on the leaderboard yet',
  'leaderboard.empty.action': 'View posts',
  'leaderboard.empty.text': 'Members earn points when others like their posts and comments.',
  'reputation.points': '{points, plural, one {# point} other {# points}}',
  'reputation.help': 'How reputation works',
  'reputation.help.intro':
    'Reputation shows how much others value a member’s posts and comments. Each community counts its own.',
  'reputation.help.post': 'A like on a post: {points}.',
  'reputation.help.comment': 'A like on a comment: {points}.',
  'reputation.help.down': 'A dislike on either: {points}.',
  'reputation.help.limits':
    'In one community, a person can give or take at most {one} points a day, and everyone together {all}.',
  'reputation.help.back':
    'Points disappear when a reaction is removed, or when the post or comment is hidden or deleted. They return when it’s restored.',
  'reputation.help.self': 'Reactions to your own posts and comments don’t count.',
} as const
