import { Icon, type IconProps } from './icon.tsx'

/** Passing on. */
export const ShareIcon = (props: IconProps) => (
  <Icon {...props} path="M12 15V4M8 8l4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5" />
)
