import { Icon, type IconProps } from './icon.tsx'

/** Closed or restricted. */
export const LockIcon = (props: IconProps) => <Icon {...props} path="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
