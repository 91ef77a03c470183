import { Icon, type IconProps } from './icon.tsx'

/** Leaving. */
export const SignOutIcon = (props: IconProps) => (
  <Icon {...props} mirrored path="M14 5H5v14h9M10 12h10M16.5 8.5L20 12l-3.5 3.5" />
)
