/** English texts of the suggestion to choose a name; they come with it. */
export const nameSuggestionMessages = {
  'suggestion.text': 'Others see you as {name}. Choose the name you want to be known by.',
  'suggestion.choose': 'Choose a name',
  'suggestion.keep': 'Keep this one',
} as const
