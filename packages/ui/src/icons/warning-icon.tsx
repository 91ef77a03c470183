import { Icon, type IconProps } from './icon.tsx'

/** Caution. */
export const WarningIcon = (props: IconProps) => <Icon {...props} path="M12 4L2.5 20h19zM12 10v4.5M12 17.2v.01" />
