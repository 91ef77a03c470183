/** English texts of the pages that mailed links lead to. */
export const emailLinkMessages = {
  'emailLink.signIn.title': 'Sign in',
  'emailLink.signIn.text': 'You opened the link from your mail. Press the button to sign in on this device.',
  'emailLink.signIn.submit': 'Sign in here',
  'emailLink.confirm.title': 'Confirm your e-mail address',
  'emailLink.confirm.text': 'You opened the link from your mail. Press the button to confirm.',
  'emailLink.confirm.submit': 'Confirm',
  'emailLink.confirm.signIn':
    'First sign in to the account that this address was given for. If you have no such account, close this page: nothing happens.',
  'emailLink.confirmed.title': 'Thank you',
  'emailLink.confirmed.text': '{email} is confirmed.',
  'emailLink.half.title': 'One step is left',
  'emailLink.half.text':
    'To change the address to {email}, the other address has to agree, too. Press the link in the mail that went there.',
  'emailLink.goOn': 'Go to the forum',
  'emailLink.missing.title': 'This link is not whole',
  'emailLink.missing.text':
    'Something of it was lost on the way. Open it from the mail again, or copy all of it into the address bar.',
  'emailLink.invalid.signIn': 'This link has been used or is too old. Links are good once, for 10 minutes.',
  'emailLink.invalid.other': 'This link has been used or is too old.',
  'emailLink.again': 'Have a new link sent',
  'emailLink.toSettings': 'Go to your settings',
  'emailLink.password.saved':
    'Your new password is saved, and you are signed out everywhere. Your second step signs you in here.',
  'emailLink.password.changed': 'Your password is changed. You are signed out everywhere else.',
} as const
