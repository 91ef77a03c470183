import { Icon, type IconProps } from './icon.tsx'

/** Views. */
export const EyeIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M2.5 12S6 5.5 12 5.5s9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"
  />
)
