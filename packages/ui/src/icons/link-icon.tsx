import { Icon, type IconProps } from './icon.tsx'

/** Permanent address. */
export const LinkIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.5 1.5M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5"
  />
)
