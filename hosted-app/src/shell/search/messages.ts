/** English texts of the search field. */
export const searchFieldMessages = {
  'search.label': 'Search',
  'search.placeholder': 'Search posts, people, communities',
  'search.placeholder.one': 'Search posts and people',
  'search.placeholder.in': 'Search in {community}',
} as const

/** English texts of the suggestions below it. */
export const suggestionMessages = {
  'search.suggestions': 'Suggestions',
  'search.suggestions.count': '{count, plural, =0 {No suggestions} one {# suggestion} other {# suggestions}}',
  'search.for': 'Search for “{query}”',
  'search.for.in': 'in {community}',
  'search.for.everywhere': 'in all communities',
  'search.field.recent': 'Recent',
  'search.field.recent.remove': 'Remove',
  'search.field.recent.hint': 'Press Shift+Delete to remove',
  'search.communities': 'Communities',
  'search.people': 'People',
  'search.posts': 'Posts',
  'search.members': '{count, plural, one {# member} other {# members}}',
} as const
