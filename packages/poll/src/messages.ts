/** English texts of the poll. */
export const pollMessages = {
  'poll.label': 'Poll',
  'poll.voters': '{count, plural, =0 {No votes yet} one {# vote} other {# votes}}',
  'poll.option': '{option}, {percent}, {count, plural, one {# vote} other {# votes}}',
  'poll.closes': 'Closes {time}',
  'poll.closed': 'Closed {time}',
  'poll.results.afterVote': 'Vote to see the results',
  'poll.results.afterClose': 'Results show when the poll closes',
  'poll.results.closed': 'Results show since the poll closed',
  'poll.results.coming': 'Voting has ended. The results are on their way.',
  'poll.ended': 'Voting has ended',
  'poll.anonymous': 'Anonymous votes',
  'poll.locked': 'Voting is not open to you here',
  'poll.choose': 'Choose one',
  'poll.change': 'Choose it again to take your vote back',
  'poll.lastVoters': 'Last to vote for {option}',
  'poll.moreVoters': '{count, plural, one {# more} other {# more}}',
} as const
