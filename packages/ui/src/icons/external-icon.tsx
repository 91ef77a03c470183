import { Icon, type IconProps } from './icon.tsx'

/** An address outside. */
export const ExternalIcon = (props: IconProps) => <Icon {...props} mirrored path="M13 5h6v6M19 5l-9 9M17 14v5H5V7h5" />
