/** English texts of test mails. */
export const mailTestMessages = {
  'mail.test.subject': '{name} can send email',
  'mail.test.text': 'This is the test you asked for. Mail from your forum arrives.',
  'mail.test.continue': 'Continue the guide',
  'mail.test.open': 'Open {name}',
} as const
