import { Icon, type IconProps } from './icon.tsx'

/** Approval. */
export const ThumbUpIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M7 10v10H4V10zM7 10l4-7a2.5 2.5 0 0 1 2.5 2.9L13 9h5.2a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7"
  />
)
