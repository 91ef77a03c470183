import { Icon, type IconProps } from './icon.tsx'

/** A report. */
export const FlagIcon = (props: IconProps) => <Icon {...props} path="M6 21V4M6 5h12l-3 4 3 4H6" />
