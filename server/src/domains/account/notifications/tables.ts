import { NO_NAME, type Table } from '../../../platform/database/table.ts'

export const notificationsTables: readonly Table[] = [
  {
    name: 'notifications',
    personal: [
      {
        column: 'recipient_id',
        archive: { file: 'notifications', without: ['shown', 'taken_off', 'latest', 'thread_id'] },
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'notification_causes',
    personal: [
      {
        column: 'recipient_id',
        archive: { file: 'notification-causes', without: ['round', 'nth', 'to_mail', 'to_push', 'mailed'] },
        by: 'cause_id',
        atDeletion: 'removed',
      },
      { column: 'actor_id', archive: { none: 'it is what others are told of' }, atDeletion: { stays: NO_NAME } },
    ],
    notPersonal: { to_mail: 'whether a mail is still to tell of it', mailed: 'whether a mail has told of it' },
  },
  {
    name: 'notification_looks',
    personal: [
      { column: 'user_id', archive: { file: 'notifications-viewed' }, by: 'community_id', atDeletion: 'removed' },
    ],
  },
]
