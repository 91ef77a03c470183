import type { Table } from '../../../platform/database/table.ts'

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
    name: 'domain_hosts',
    key: ['host'],
  },
]
