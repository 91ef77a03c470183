import { Icon, type IconProps } from './icon.tsx'

/** Pinned content. */
export const PinIcon = (props: IconProps) => <Icon {...props} path="M9 4h6l-.7 6 3.2 4h-11l3.2-4zM12 14v6.5" />
