import type { Connection, Database } from '../../../platform/database/database.ts'

export interface MenuRow {
  domain_name: string
  revision: number
  items: string
  author_id: string
  saved_at: number
}

/** Queries of the main menus of domains. */
export function mainMenuRepository(connection: Connection) {
  const menus = () => connection<MenuRow>('main_menus')
  return {
    async find(name: string): Promise<MenuRow | undefined> {
      return menus().where({ domain_name: name }).first()
    },
    /** A menu, locked until the transaction ends. */
    async lock(name: string, { forUpdate }: Database['dialect']): Promise<MenuRow | undefined> {
      const [row] = await forUpdate(menus().where({ domain_name: name }))
      return row
    },
    async insert(row: MenuRow): Promise<void> {
      await menus().insert(row)
    },
    async update({ domain_name, ...row }: MenuRow): Promise<void> {
      await menus().where({ domain_name }).update(row)
    },
  }
}
