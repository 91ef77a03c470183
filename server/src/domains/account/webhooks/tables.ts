import type { Table } from '../../../platform/database/table.ts'

/** Purpose of the key that encrypts webhooks' secrets. */
export const WEBHOOK_KEY = 'stoa webhook secrets'

export const webhooksTables: readonly Table[] = [
  {
    name: 'webhooks',
    sealed: WEBHOOK_KEY,
    isLostWithSecret: true,
    personal: [
      {
        column: 'created_by',
        archive: { none: 'it belongs to a domain or a community' },
        atDeletion: { emptied: ['created_by'] },
      },
    ],
  },
  {
    name: 'webhook_deliveries',
    personal: [
      {
        column: 'person_id',
        archive: { none: 'the log only says that other programs were told of what everybody sees' },
        atDeletion: 'removed',
      },
    ],
  },
]
