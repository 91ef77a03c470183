import { Badge } from '../badge/badge.tsx'
import { useTranslate } from '../i18n/i18n-context.ts'

/** English names of roles, separate from the other texts of primitives, as readers of comments don't need them. */
const roleMessages = {
  'ui.role.owner': 'Owner',
  'ui.role.moderator': 'Moderator',
  'ui.role.admin': 'Admin',
  'ui.role.partner': 'Partner',
} as const

/** Props of `RoleBadge`. */
export interface RoleBadgeProps {
  /** The role. Default: a plain member, without a badge. */
  role: 'owner' | 'moderator' | 'admin' | 'partner' | undefined
}

/** Badge of a person's role in a community, next to their name. */
export function RoleBadge({ role }: RoleBadgeProps) {
  const t = useTranslate(roleMessages)
  return role && <Badge tone={role === 'partner' ? 'accent' : 'neutral'}>{t(`ui.role.${role}`)}</Badge>
}
