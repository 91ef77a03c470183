/** English texts of errors in forms. */
export const formErrorMessages = {
  'settings.error.network': 'The server could not be reached. Nothing was changed, and what you typed is kept.',
  'settings.error.other':
    'This did not work, and nothing was changed. Check your connection, reload the page and try again.',
  'settings.error.rateLimit': 'Too many tries. Try again {time}.',
  'settings.error.lastWayIn': 'This is your only way in. Add another one first, or nobody could sign in any more.',
  'settings.error.credentialInUse': 'This sign-in already belongs to another account, so we couldn’t link it to yours.',
  'settings.error.credentials': 'These are not the name and password of an account.',
  'settings.error.proveLocked':
    'No password is taken from here for now. Try again {time}, or sign in to that account and merge from there.',
  'settings.error.otherTwoStep': 'That account has two-step verification. Sign in to it, and merge from there.',
  'settings.error.mergeProof': 'This took too long, or the password was changed meanwhile. Begin again.',
  'settings.error.code': 'This code is not right. Codes change every 30 seconds: try the one shown now.',
  'settings.error.passkey': 'No passkey was made. You can try again.',
  'settings.error.passkeyKnown': 'This device already has a passkey for your account.',
  'profile.name.taken':
    'This is somebody else’s username, or looks like it. Choose a name that nobody takes for theirs.',
  'profile.name.reserved': 'This name would seem to speak for the forum. Choose another one.',
  'username.tooSoon': 'You changed your username not long ago. You can change it again {time}.',
} as const
