import { Badge } from '../badge/badge.tsx'
import { useTranslate } from '../i18n/use-translate.ts'
import { roleMessages } from './role-messages.ts'

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
