import { Icon, type IconProps } from './icon.tsx'

/** Opening downwards. */
export const ChevronDownIcon = (props: IconProps) => <Icon {...props} path="M6 9l6 6 6-6" />
