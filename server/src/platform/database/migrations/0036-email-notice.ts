import type { Knex } from 'knex'

/**
 * Members know whether the team sees their addresses: those who joined before weren't told. Permissions to see addresses
 * that owners have given end, because only network admins give them now.
 */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('memberships', 'email_notice'))) {
    await connection.schema.alterTable('memberships', (table) => {
      table.integer('email_notice').notNullable().defaultTo(0)
    })
  }
  // Older servers may change a list meanwhile, so each is replaced only as it was read, and those left are read again.
  for (;;) {
    const roles = await connection('community_roles').where('permissions', 'like', '%"viewUserEmail"%')
    if (roles.length === 0) return
    for (const { community_id, user_id, permissions } of roles) {
      const remaining = (JSON.parse(permissions) as string[]).filter((permission) => permission !== 'viewUserEmail')
      await connection('community_roles')
        .where({ community_id, user_id, permissions })
        .update({ permissions: JSON.stringify(remaining) })
    }
  }
}
