import { Icon, type IconProps } from './icon.tsx'

/** To the top. */
export const ArrowUpIcon = (props: IconProps) => <Icon {...props} path="M12 20V4M5 11l7-7 7 7" />
