import { Icon, type IconProps } from './icon.tsx'

/** One person. */
export const UserIcon = (props: IconProps) => (
  <Icon {...props} path="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />
)
