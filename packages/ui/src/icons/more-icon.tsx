import { Icon, type IconProps } from './icon.tsx'

/** Further actions. */
export const MoreIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM18.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z"
  />
)
