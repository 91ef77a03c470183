import { Icon, type IconProps } from './icon.tsx'

/** Disapproval. */
export const ThumbDownIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M7 14V4H4v10zM7 14l4 7a2.5 2.5 0 0 0 2.5-2.9L13 15h5.2a2 2 0 0 0 2-2.4l-1.4-7A2 2 0 0 0 16.8 4H7"
  />
)
