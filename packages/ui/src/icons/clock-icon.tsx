import { Icon, type IconProps } from './icon.tsx'

/** Time. */
export const ClockIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2" />
)
