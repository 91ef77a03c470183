import { Icon, type IconProps } from './icon.tsx'

/** Adding. */
export const PlusIcon = (props: IconProps) => <Icon {...props} path="M12 5v14M5 12h14" />
