/** English texts of the poll. */
export const pollMessages = {
  'poll.label': 'Poll',
  'poll.voters': '{count, plural, =0 {No votes yet} one {# vote} other {# votes}}',
  'poll.option': '{option}, {percent}, {count, plural, one {# vote} other {# votes}}',
  'poll.closes': 'Closes {time}',
  'poll.closed': 'Closed {time}',
  'poll.results.afterVote': 'Vote to see the results',
  'poll.results.afterClose': 'Results appear when the poll closes',
  'poll.results.closed': 'Results were hidden until the poll closed',
  'poll.results.coming': 'Voting has ended. Results are coming soon.',
  'poll.ended': 'Voting has ended',
  'poll.anonymous': 'Anonymous votes',
  'poll.locked': 'You can’t vote here',
  'poll.choose': 'Choose one',
  'poll.change': 'Select again to remove your vote',
  'poll.lastVoters': 'Latest votes for {option}',
  'poll.moreVoters': '{count, plural, one {# more} other {# more}}',
} as const
