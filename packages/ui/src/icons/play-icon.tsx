import { Icon, type IconProps } from './icon.tsx'

/** Video or audio. */
export const PlayIcon = (props: IconProps) => <Icon {...props} path="M8 5.5v13l10.5-6.5z" />
