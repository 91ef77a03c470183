/** English texts of the question whether to continue as another person. */
export const accountQuestionMessages = {
  'login.otherAccount.title': 'You’re now signed in as {name}',
  'login.otherAccount.text': 'Nothing was sent yet. If you cancel, what you wrote stays saved for the other account.',
  'login.otherAccount.publish': 'Publish as {name}',
  'login.otherAccount.continue': 'Continue as {name}',
  'login.otherAccount.cancel': 'Cancel',
} as const
