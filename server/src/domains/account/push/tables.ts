import type { Table } from '../../../platform/database/table.ts'

/** Purpose of the key that encrypts the server's private key, and browsers' endpoints and keys. */
export const PUSH_KEY = 'stoa push messages'

export const pushTables: readonly Table[] = [
  // Browsers subscribe with its public key: when it is lost, they subscribe again.
  { name: 'push_keys', key: ['name'], sealed: PUSH_KEY, isLostWithSecret: true },
  {
    name: 'push_subscriptions',
    sealed: PUSH_KEY,
    isLostWithSecret: true,
    personal: [
      {
        column: 'user_id',
        archive: { file: 'push-devices', without: ['endpoint_hash', 'sealed', 'session_id', 'retry_at'] },
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'push_tags',
    key: ['subscription_id', 'tag'],
    personal: [
      {
        column: 'user_id',
        archive: { none: 'it says which notifications a device shows, and they are in the archive' },
        by: 'tag',
        atDeletion: 'removed',
      },
    ],
  },
]
