import { Icon, type IconProps } from './icon.tsx'

/** Emoji. */
export const SmileIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 14a4 4 0 0 0 7 0M9 9.5v.01M15 9.5v.01" />
)
