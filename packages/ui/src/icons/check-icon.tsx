import { Icon, type IconProps } from './icon.tsx'

/** Chosen or done. */
export const CheckIcon = (props: IconProps) => <Icon {...props} path="M5 12.5l4.5 4.5L19 7.5" />
