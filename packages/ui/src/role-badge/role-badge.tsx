import { Badge } from '../badge/badge.tsx'
import { useTranslate } from '../i18n/use-translate.ts'
import { roleMessages } from './role-messages.ts'

/** Props of `RoleBadge`. */
export interface RoleBadgeProps {
  /** What somebody is. Default: a plain member, and nothing is drawn. */
  role: 'owner' | 'moderator' | 'admin' | 'partner' | undefined
}

/** Marks beside a name what somebody is in a community. */
export function RoleBadge({ role }: RoleBadgeProps) {
  const t = useTranslate(roleMessages)
  return role && <Badge tone={role === 'partner' ? 'accent' : 'neutral'}>{t(`ui.role.${role}`)}</Badge>
}
