/** English texts of the question whether to continue as another person. */
export const accountQuestionMessages = {
  'login.otherAccount.title': 'You’re now signed in as {name}',
  'login.otherAccount.text': 'Nothing was sent yet. If you cancel, your text stays saved for the other account.',
  'login.otherAccount.nameless':
    'Your comment without a name wasn’t sent. If you cancel, it stays saved without a name, for when you’re signed out.',
  'login.otherAccount.publish': 'Publish as {name}',
  'login.otherAccount.continue': 'Continue as {name}',
  'login.otherAccount.cancel': 'Cancel',
} as const
