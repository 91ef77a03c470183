import { Icon, type IconProps } from './icon.tsx'

/** Notifications. */
export const BellIcon = (props: IconProps) => (
  <Icon {...props} path="M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0" />
)
