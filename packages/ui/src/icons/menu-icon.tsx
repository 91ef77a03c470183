import { Icon, type IconProps } from './icon.tsx'

/** The main menu. */
export const MenuIcon = (props: IconProps) => <Icon {...props} path="M4 7h16M4 12h16M4 17h16" />
