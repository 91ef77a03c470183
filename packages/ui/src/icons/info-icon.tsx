import { Icon, type IconProps } from './icon.tsx'

/** Explanation. */
export const InfoIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.01" />
)
