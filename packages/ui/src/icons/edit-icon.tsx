import { Icon, type IconProps } from './icon.tsx'

/** Changing a text. */
export const EditIcon = (props: IconProps) => (
  <Icon {...props} path="M4 20l1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.5 3.5" />
)
