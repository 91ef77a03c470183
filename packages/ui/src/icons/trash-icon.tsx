import { Icon, type IconProps } from './icon.tsx'

/** Deleting. */
export const TrashIcon = (props: IconProps) => (
  <Icon {...props} path="M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5" />
)
