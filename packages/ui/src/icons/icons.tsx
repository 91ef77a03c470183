/** Props of every icon. */
export interface IconProps {
  /** Edge in px. Default 20. */
  size?: number | undefined
  /** What it says to those who do not see it. Default: decorative, since most icons stand beside a text. */
  label?: string | undefined
}

/** Draws one icon of 24 × 24 units as a stroke in the colour of the text. */
function Icon({ size = 20, label, path, mirrored }: IconProps & { path: string; mirrored?: boolean }) {
  return (
    <svg
      className="stoa-icon"
      data-mirrored={mirrored || undefined}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} />
    </svg>
  )
}

/** To the top. */
export const ArrowUpIcon = (props: IconProps) => <Icon {...props} path="M12 20V4M5 11l7-7 7 7" />

/** Notifications. */
export const BellIcon = (props: IconProps) => (
  <Icon {...props} path="M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0" />
)

/** Chosen or done. */
export const BookmarkIcon = (props: IconProps) => <Icon {...props} path="M7 4h10v16.5l-5-4-5 4z" />

export const CheckIcon = (props: IconProps) => <Icon {...props} path="M5 12.5l4.5 4.5L19 7.5" />

/** Opening downwards. */
export const ChevronDownIcon = (props: IconProps) => <Icon {...props} path="M6 9l6 6 6-6" />

/** Onwards, towards the end of the line. */
export const ChevronEndIcon = (props: IconProps) => <Icon {...props} mirrored path="M9 6l6 6-6 6" />

/** Back, towards the start of the line. */
export const ChevronStartIcon = (props: IconProps) => <Icon {...props} mirrored path="M15 6l-6 6 6 6" />

/** Closing upwards. */
export const ChevronUpIcon = (props: IconProps) => <Icon {...props} path="M6 15l6-6 6 6" />

/** Time. */
export const ClockIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2" />
)

/** Closing or removing. */
export const CloseIcon = (props: IconProps) => <Icon {...props} path="M6 6l12 12M18 6L6 18" />

/** Comments. */
export const CommentIcon = (props: IconProps) => (
  <Icon {...props} path="M6 4h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" />
)

/** Changing a text. */
export const EditIcon = (props: IconProps) => (
  <Icon {...props} path="M4 20l1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.5 3.5" />
)

/** An address outside. */
export const ExternalIcon = (props: IconProps) => <Icon {...props} mirrored path="M13 5h6v6M19 5l-9 9M17 14v5H5V7h5" />

/** Views. */
export const EyeIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M2.5 12S6 5.5 12 5.5s9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"
  />
)

/** Hidden content. */
export const EyeOffIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.4-1.2M9.9 10.1a2.8 2.8 0 0 0 4 4"
  />
)

/** A report. */
export const FlagIcon = (props: IconProps) => <Icon {...props} path="M6 21V4M6 5h12l-3 4 3 4H6" />

/** A picture. */
export const ImageIcon = (props: IconProps) => (
  <Icon {...props} path="M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z" />
)

/** Explanation. */
export const InfoIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.01" />
)

/** Permanent address. */
export const LinkIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.5 1.5M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5"
  />
)

/** Closed or restricted. */
export const LockIcon = (props: IconProps) => <Icon {...props} path="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />

/** The main menu. */
export const MenuIcon = (props: IconProps) => <Icon {...props} path="M4 7h16M4 12h16M4 17h16" />

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

/** Pinned content. */
export const PinIcon = (props: IconProps) => <Icon {...props} path="M9 4h6l-.7 6 3.2 4h-11l3.2-4zM12 14v6.5" />

/** Video or audio. */
export const PlayIcon = (props: IconProps) => <Icon {...props} path="M8 5.5v13l10.5-6.5z" />

/** Adding. */
export const PlusIcon = (props: IconProps) => <Icon {...props} path="M12 5v14M5 12h14" />

/** A poll. */
export const PollIcon = (props: IconProps) => <Icon {...props} path="M5 20v-8M12 20V4M19 20v-5" />

/** A quotation. */
export const QuoteIcon = (props: IconProps) => (
  <Icon {...props} path="M10 7H5v6h5zM10 13c0 3-1.5 4.5-4 5M19 7h-5v6h5zM19 13c0 3-1.5 4.5-4 5" />
)

/** Answer to one comment. */
export const ReplyIcon = (props: IconProps) => <Icon {...props} mirrored path="M10 6l-6 6 6 6M4 12h9a7 7 0 0 1 7 7" />

/** Search. */
export const SearchIcon = (props: IconProps) => (
  <Icon {...props} path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20" />
)

/** Settings. */
export const SettingsIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"
  />
)

/** Passing on. */
export const ShareIcon = (props: IconProps) => (
  <Icon {...props} path="M12 15V4M8 8l4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5" />
)

/** Leaving. */
export const SignOutIcon = (props: IconProps) => (
  <Icon {...props} mirrored path="M14 5H5v14h9M10 12h10M16.5 8.5L20 12l-3.5 3.5" />
)

/** Emoji. */
export const SmileIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 14a4 4 0 0 0 7 0M9 9.5v.01M15 9.5v.01" />
)

/** Light theme. */
export const SunIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7"
  />
)

/** Disapproval. */
export const ThumbDownIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M7 14V4H4v10zM7 14l4 7a2.5 2.5 0 0 0 2.5-2.9L13 15h5.2a2 2 0 0 0 2-2.4l-1.4-7A2 2 0 0 0 16.8 4H7"
  />
)

/** Approval. */
export const ThumbUpIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M7 10v10H4V10zM7 10l4-7a2.5 2.5 0 0 1 2.5 2.9L13 9h5.2a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7"
  />
)

/** Deleting. */
export const TrashIcon = (props: IconProps) => (
  <Icon {...props} path="M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5" />
)

/** One person. */
export const UserIcon = (props: IconProps) => (
  <Icon {...props} path="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />
)

/** Several people. */
export const UsersIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.3a6.5 6.5 0 0 1 3.5 5.7"
  />
)

/** Caution. */
export const WarningIcon = (props: IconProps) => <Icon {...props} path="M12 4L2.5 20h19zM12 10v4.5M12 17.2v.01" />
