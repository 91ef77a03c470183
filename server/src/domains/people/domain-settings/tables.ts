import type { Table } from '../../../platform/database/table.ts'

/** Purpose of the key that encrypts secrets at sign-in providers. */
export const DOMAIN_KEY = 'stoa domain keys'

export const domainSettingsTables: readonly Table[] = [
  {
    name: 'domains',
    key: ['name'],
  },
  {
    name: 'domain_versions',
    key: ['domain_name', 'number'],
    personal: [
      {
        column: 'author_id',
        archive: { file: 'domain-versions', json: ['settings'] },
        by: 'number',
        atDeletion: { stays: 'other admins answer for what it changed' },
      },
    ],
  },
  {
    name: 'domain_keys',
    sealed: DOMAIN_KEY,
  },
  {
    name: 'domain_fonts',
    key: ['domain_name', 'hash'],
  },
  {
    name: 'domain_hosts',
    key: ['host'],
  },
]
