import { Icon, type IconProps } from './icon.tsx'

/** Search. */
export const SearchIcon = (props: IconProps) => (
  <Icon {...props} path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20" />
)
