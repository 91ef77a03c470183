import { OTHERS, type Table } from '../../../platform/database/table.ts'

/** SQL: the main account of a user `u`. */
const PERSON = "case when u.forward_to = '' then u.id else u.forward_to end"

export const accountsTables: readonly Table[] = [
  {
    name: 'users',
    texts: { profile_title: 'text', profile_about: 'text' },
    counters: {
      followers: `(select count(distinct ${PERSON}) from follows f join users u on u.id = f.follower_id join users a on a.id = f.followed_id where t.forward_to = '' and (a.id = t.id or a.forward_to = t.id) and ${PERSON} <> t.id)`,
    },
    personal: [
      {
        column: 'id',
        archive: {
          file: 'account',
          without: ['password_hash', 'username_key', 'username_look', 'shown_look', 'email_key', 'pending_email_key'],
          json: ['notification_settings'],
        },
        atDeletion: { by: 'accounts: all but the id is emptied, and the name stays taken' },
      },
    ],
    notPersonal: {
      username: 'of the account',
      username_key: 'of the account',
      username_look: 'of the account',
      email: 'of the account',
      email_key: 'of the account',
      pending_email: 'of the account',
      pending_email_key: 'of the account',
      pending_session: 'of the account',
      ref_by: 'who brought the account here, by id',
      followers: 'how many follow the account',
    },
    readBy: {
      'domains/network': 'the people of a domain are found by username, in one query',
      'domains/numbers': 'the new accounts of an hour are counted',
      'domains/search': 'a search finds people who are there at that moment, in one query',
      'domains/setup': 'a forum with accounts, even deleted ones, is not new',
      'domains/reputation':
        'what one person gives another in a day is limited, whichever of their accounts it comes from and goes to',
      'domains/follows':
        'of two accounts of one person that follow somebody one counts, and followers may be too many to be looked up',
    },
  },
  {
    name: 'former_names',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'former-names', without: ['name_hash'] },
        by: 'name_hash',
        atDeletion: { emptied: ['name'] },
      },
    ],
  },
  {
    name: 'operator_actions',
    personal: [
      { column: 'user_id', archive: { none: OTHERS }, atDeletion: { stays: 'it proves what an operator did' } },
    ],
  },
  {
    name: 'community_visits',
    personal: [{ column: 'user_id', archive: { file: 'visits' }, by: 'community_id', atDeletion: 'removed' }],
  },
]
