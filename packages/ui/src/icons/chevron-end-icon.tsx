import { Icon, type IconProps } from './icon.tsx'

/** Onwards, towards the end of the line. */
export const ChevronEndIcon = (props: IconProps) => <Icon {...props} mirrored path="M9 6l6 6-6 6" />
