/** English names of roles: apart from the other texts of primitives, which readers of comments need not load. */
export const roleMessages = {
  'ui.role.owner': 'Owner',
  'ui.role.moderator': 'Moderator',
  'ui.role.admin': 'Admin',
  'ui.role.partner': 'Partner',
} as const
