import { Icon, type IconProps } from './icon.tsx'

/** Closing upwards. */
export const ChevronUpIcon = (props: IconProps) => <Icon {...props} path="M6 15l6-6 6 6" />
