import { Icon, type IconProps } from './icon.tsx'

/** Back, towards the start of the line. */
export const ChevronStartIcon = (props: IconProps) => <Icon {...props} mirrored path="M15 6l-6 6 6 6" />
