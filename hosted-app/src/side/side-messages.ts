/** English texts of the side column. */
export const sideMessages = {
  'side.about': 'About this community',
  'side.feed': 'Atom feed',
  'side.since': 'Started {date}',
  'side.staff': 'Who runs it',
  'side.members': '{count, plural, one {# member} other {# members}}',
  'side.members.new': 'New members',
  'side.members.all': 'All members',
  'side.rules': 'Rules',
  'side.topics': 'Topics',
  'side.others': 'Other communities',
  'side.featured': 'Featured communities',
  'side.others.all': 'All communities',
  'side.author': 'About the author',
  'side.author.since': 'Member since {date}',
  'side.related': 'More like this',
  'side.comments': '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
} as const
