/** English names of roles, separate from the other texts of primitives, as readers of comments don't need them. */
export const roleMessages = {
  'ui.role.owner': 'Owner',
  'ui.role.moderator': 'Moderator',
  'ui.role.admin': 'Admin',
  'ui.role.partner': 'Partner',
} as const
