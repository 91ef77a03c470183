import { Icon, type IconProps } from './icon.tsx'

/** Answer to one comment. */
export const ReplyIcon = (props: IconProps) => <Icon {...props} mirrored path="M10 6l-6 6 6 6M4 12h9a7 7 0 0 1 7 7" />
