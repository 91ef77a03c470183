import { Icon, type IconProps } from './icon.tsx'

/** Chosen or done. */
export const BookmarkIcon = (props: IconProps) => <Icon {...props} path="M7 4h10v16.5l-5-4-5 4z" />

export const CheckIcon = (props: IconProps) => <Icon {...props} path="M5 12.5l4.5 4.5L19 7.5" />

/** Back, toward the start of the line. */
export const ChevronStartIcon = (props: IconProps) => <Icon {...props} mirrored path="M15 6l-6 6 6 6" />

/** Closing or removing. */
export const CloseIcon = (props: IconProps) => <Icon {...props} path="M6 6l12 12M18 6L6 18" />

/** Comments. */
export const CommentIcon = (props: IconProps) => (
  <Icon {...props} path="M6 4h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" />
)

/** Editing. */
export const EditIcon = (props: IconProps) => (
  <Icon {...props} path="M4 20l1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.5 3.5" />
)

/** Views. */
export const EyeIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M2.5 12S6 5.5 12 5.5s9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"
  />
)

/** Explanation. */
export const InfoIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.01" />
)

/** Permalink. */
export const LinkIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.5 1.5M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5"
  />
)

/** Dark theme. */
export const MoonIcon = (props: IconProps) => (
  <Icon {...props} path="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />
)

/** Further actions. */
export const MoreIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM18.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z"
  />
)

/** Video or audio. */
export const PlayIcon = (props: IconProps) => <Icon {...props} path="M8 5.5v13l10.5-6.5z" />

/** Replying. */
export const ReplyIcon = (props: IconProps) => <Icon {...props} mirrored path="M10 6l-6 6 6 6M4 12h9a7 7 0 0 1 7 7" />

/** Sharing. */
export const ShareIcon = (props: IconProps) => (
  <Icon {...props} path="M12 15V4M8 8l4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5" />
)

/** Light theme. */
export const SunIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7"
  />
)

/** Dislike. */
export const ThumbDownIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M7 14V4H4v10zM7 14l4 7a2.5 2.5 0 0 0 2.5-2.9L13 15h5.2a2 2 0 0 0 2-2.4l-1.4-7A2 2 0 0 0 16.8 4H7"
  />
)

/** Like. */
export const ThumbUpIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M7 10v10H4V10zM7 10l4-7a2.5 2.5 0 0 1 2.5 2.9L13 9h5.2a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7"
  />
)

/** Caution. */
export const WarningIcon = (props: IconProps) => <Icon {...props} path="M12 4L2.5 20h19zM12 10v4.5M12 17.2v.01" />
