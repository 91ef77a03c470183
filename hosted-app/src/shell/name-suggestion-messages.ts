/** English texts of the suggestion to choose a name, loaded with it. */
export const nameSuggestionMessages = {
  'suggestion.text': 'Your name appears as {name}. Choose the name you want others to see.',
  'suggestion.choose': 'Choose a name',
  'suggestion.keep': 'Keep this one',
} as const
