import { Icon, type IconProps } from './icon.tsx'

/** Light theme. */
export const SunIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7"
  />
)
