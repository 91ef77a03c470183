import { Icon, type IconProps } from './icon.tsx'

/** Several people. */
export const UsersIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.3a6.5 6.5 0 0 1 3.5 5.7"
  />
)
