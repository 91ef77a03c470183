import { Icon, type IconProps } from './icon.tsx'

/** A poll. */
export const PollIcon = (props: IconProps) => <Icon {...props} path="M5 20v-8M12 20V4M19 20v-5" />
