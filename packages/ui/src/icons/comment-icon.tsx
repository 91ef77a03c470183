import { Icon, type IconProps } from './icon.tsx'

/** Comments. */
export const CommentIcon = (props: IconProps) => (
  <Icon {...props} path="M6 4h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" />
)
