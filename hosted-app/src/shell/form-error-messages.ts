/** English texts of errors in forms. */
export const formErrorMessages = {
  'settings.error.network': 'Couldn’t reach the server. Nothing was changed, and what you typed is kept.',
  'settings.error.other':
    'Something went wrong and nothing was changed. Check your connection, reload the page and try again.',
  'settings.error.rateLimit': 'Too many attempts. Try again {time}.',
  'settings.error.lastWayIn': 'This is your only sign-in method. Add another one first.',
  'settings.error.credentialInUse': 'This sign-in method belongs to another account, so we couldn’t link it to yours.',
  'settings.error.credentials': 'Wrong username or password.',
  'settings.error.proveLocked':
    'Passwords can’t be used from here for now. Try again {time}, or sign in to that account and merge from there.',
  'settings.error.otherTwoStep': 'That account has two-step verification. Sign in to it and merge from there.',
  'settings.error.mergeProof': 'This took too long, or the password has changed. Please start over.',
  'settings.error.code': 'Wrong code. Codes change every 30 seconds, so try the current one.',
  'settings.error.passkey': 'No passkey was created. Please try again.',
  'settings.error.passkeyKnown': 'This device already has a passkey for your account.',
  'profile.name.taken': 'This name is too similar to someone else’s username. Please choose another one.',
  'profile.name.reserved': 'This name could be mistaken for the forum’s staff. Please choose another one.',
  'username.tooSoon': 'You changed your username recently. You can change it again {time}.',
} as const
