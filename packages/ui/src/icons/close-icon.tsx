import { Icon, type IconProps } from './icon.tsx'

/** Closing or removing. */
export const CloseIcon = (props: IconProps) => <Icon {...props} path="M6 6l12 12M18 6L6 18" />
