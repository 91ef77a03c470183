/** English texts of the pages that mailed links lead to. */
export const emailLinkMessages = {
  'emailLink.signIn.title': 'Sign in',
  'emailLink.signIn.text': 'You opened the link from your email. Select the button to sign in on this device.',
  'emailLink.signIn.submit': 'Sign in here',
  'emailLink.confirm.title': 'Confirm your email address',
  'emailLink.confirm.text': 'You opened the link from your email. Select the button to confirm your address.',
  'emailLink.confirm.submit': 'Confirm',
  'emailLink.confirm.signIn':
    'First sign in to the account that uses this address. If it isn’t yours, close this page and nothing will change.',
  'emailLink.confirmed.title': 'Thank you',
  'emailLink.confirmed.text': '{email} is confirmed.',
  'emailLink.half.title': 'One more step',
  'emailLink.half.text':
    'To change your address to {email}, also open the link in the email we sent to your other address.',
  'emailLink.goOn': 'Go to the forum',
  'emailLink.missing.title': 'This link is incomplete',
  'emailLink.missing.text':
    'Part of it is missing. Open it from the email again, or copy the whole link into the address bar.',
  'emailLink.invalid.signIn': 'This link has been used or has expired. Links work once and expire after 10 minutes.',
  'emailLink.invalid.other': 'This link has been used or has expired.',
  'emailLink.again': 'Send a new link',
  'emailLink.toSettings': 'Go to your settings',
  'emailLink.password.saved':
    'Your new password is saved, and you’re signed out everywhere. Sign in here with your second step.',
  'emailLink.password.changed': 'Your password was changed. You’re signed out everywhere else.',
} as const
