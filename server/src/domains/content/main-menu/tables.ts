import type { Table } from '../../../platform/database/table.ts'

export const mainMenuTables: readonly Table[] = [
  {
    name: 'main_menus',
    key: ['domain_name'],
    personal: [
      {
        column: 'author_id',
        archive: { file: 'main-menus', json: ['items'] },
        by: 'domain_name',
        atDeletion: { stays: 'other admins answer for the menu' },
      },
    ],
  },
]
