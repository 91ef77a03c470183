import { Icon, type IconProps } from './icon.tsx'

/** A picture. */
export const ImageIcon = (props: IconProps) => (
  <Icon {...props} path="M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z" />
)
