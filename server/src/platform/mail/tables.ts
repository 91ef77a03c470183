import type { Table } from '../database/table.ts'

/** Purpose of the key that encrypts queued mails. */
export const MAIL_KEY = 'stoa mail'

export const mailTables: readonly Table[] = [
  {
    name: 'mails',
    sealed: MAIL_KEY,
    isLostWithSecret: true,
    personal: [{ column: 'user_id', archive: { none: 'it is on its way to them' }, atDeletion: 'removed' }],
  },
]
