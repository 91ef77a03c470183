/** Columns that look as if they held a person's id or address and do not, or do so beside one that is named above. */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  'users.username': 'of the account',
  'users.username_key': 'of the account',
  'users.username_look': 'of the account',
  'users.email': 'of the account',
  'users.email_key': 'of the account',
  'users.pending_email': 'of the account',
  'users.pending_email_key': 'of the account',
  'users.pending_session': 'of the account',
  'users.ref_by': 'who brought the account here, by id',
  'sessions.address': 'of the session',
  'sessions.user_agent': 'of the session',
  'email_proofs.ref_by': 'of the proof, which is gone after minutes',
  'email_proofs.email': 'of the proof, which is gone after minutes',
  'email_proofs.email_key': 'of the proof, which is gone after minutes',
  'notification_causes.to_mail': 'whether a mail is still to tell of it',
  'notification_causes.mailed': 'whether a mail has told of it',
}
