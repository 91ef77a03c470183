import { Icon, type IconProps } from './icon.tsx'

// Separate from the icons in the first view, so that no page loads these before it needs one.

/** To the top. */
export const ArrowDownIcon = (props: IconProps) => <Icon {...props} path="M12 4v16M5 13l7 7 7-7" />

export const ArrowUpIcon = (props: IconProps) => <Icon {...props} path="M12 20V4M5 11l7-7 7 7" />

/** Notifications. */
export const BellIcon = (props: IconProps) => (
  <Icon {...props} path="M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0" />
)

/** Opening downwards. */
export const ChevronDownIcon = (props: IconProps) => <Icon {...props} path="M6 9l6 6 6-6" />

/** Time. */
export const ClockIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2" />
)

/** Hidden content. */
export const EyeOffIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.4-1.2M9.9 10.1a2.8 2.8 0 0 0 4 4"
  />
)

/** A picture. */
export const ImageIcon = (props: IconProps) => (
  <Icon {...props} path="M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z" />
)

/** Keyboard shortcuts. */
export const KeyboardIcon = (props: IconProps) => (
  <Icon {...props} path="M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M18 10v.01M8 14h8" />
)

/** Closed or restricted. */
export const LockIcon = (props: IconProps) => <Icon {...props} path="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />

/** Sound, or the microphone that records it. */
export const MicrophoneIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21" />
)

/** Pinned content. */
export const PinIcon = (props: IconProps) => <Icon {...props} path="M9 4h6l-.7 6 3.2 4h-11l3.2-4zM12 14v6.5" />

/** Adding. */
export const PlusIcon = (props: IconProps) => <Icon {...props} path="M12 5v14M5 12h14" />

/** A poll. */
export const PollIcon = (props: IconProps) => <Icon {...props} path="M5 20v-8M12 20V4M19 20v-5" />

/** A quotation. */
export const QuoteIcon = (props: IconProps) => (
  <Icon {...props} path="M10 7H5v6h5zM10 13c0 3-1.5 4.5-4 5M19 7h-5v6h5zM19 13c0 3-1.5 4.5-4 5" />
)

/** A topic. */
export const TagIcon = (props: IconProps) => <Icon {...props} path="M4 4.5h7.5l8.5 8.5-7 7L4.5 11.5zM8 8v.01" />

/** Settings. */
export const SettingsIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"
  />
)

/** Leaving. */
export const SignOutIcon = (props: IconProps) => (
  <Icon {...props} mirrored path="M14 5H5v14h9M10 12h10M16.5 8.5L20 12l-3.5 3.5" />
)

/** Deleting. */
export const TrashIcon = (props: IconProps) => (
  <Icon {...props} path="M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 13h9.4l.8-13M10 11v5.5M14 11v5.5" />
)

/** One person. */
export const UserIcon = (props: IconProps) => (
  <Icon {...props} path="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />
)

/** A video, or the camera that records it. */
export const VideoIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4.5 6.5h9a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5zM15 11l6-3.5v9L15 13"
  />
)

/** Forward, toward the end of the line. */
export const ChevronEndIcon = (props: IconProps) => <Icon {...props} mirrored path="M9 6l6 6-6 6" />

/** Closing upwards. */
export const ChevronUpIcon = (props: IconProps) => <Icon {...props} path="M6 15l6-6 6 6" />

/** An external address. */
export const ExternalIcon = (props: IconProps) => <Icon {...props} mirrored path="M13 5h6v6M19 5l-9 9M17 14v5H5V7h5" />

/** A report. */
export const FlagIcon = (props: IconProps) => <Icon {...props} path="M6 21V4M6 5h12l-3 4 3 4H6" />

/** The home page. */
export const HomeIcon = (props: IconProps) => <Icon {...props} path="M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-5.5h4V20" />

/** Browsing. */
export const CompassIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM15.5 8.5l-2 5-5 2 2-5z" />
)

/** Network administration. */
export const GlobeIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"
  />
)

/** Moderation. */
export const ShieldIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z" />
)

/** Somebody is banned. */
export const BanIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12" />
)

/** An email. */
export const MailIcon = (props: IconProps) => <Icon {...props} path="M4 6h16v12H4zM4 7.5l8 6 8-6" />

/** The main menu. */
export const MenuIcon = (props: IconProps) => <Icon {...props} path="M4 7h16M4 12h16M4 17h16" />

/** Search. */
export const SearchIcon = (props: IconProps) => (
  <Icon {...props} path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20" />
)

/** Sending. */
export const SendIcon = (props: IconProps) => <Icon {...props} mirrored path="M4 4l17 8-17 8 3-8zM7 12h7" />

/** Emoji. */
export const SmileIcon = (props: IconProps) => (
  <Icon {...props} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.5 14a4 4 0 0 0 7 0M9 9.5v.01M15 9.5v.01" />
)

/** Several people. */
export const UsersIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.3a6.5 6.5 0 0 1 3.5 5.7"
  />
)

/** Money. */
export const CoinsIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M12 4c4.4 0 8 1.3 8 3s-3.6 3-8 3-8-1.3-8-3 3.6-3 8-3zM4 7v5c0 1.7 3.6 3 8 3s8-1.3 8-3V7M4 12v5c0 1.7 3.6 3 8 3s8-1.3 8-3v-5"
  />
)

/** Several lists as one. */
export const StackIcon = (props: IconProps) => <Icon {...props} path="M5 4h14M4 8h16M4 12h16v8H4z" />

/** What one has. */
export const WalletIcon = (props: IconProps) => (
  <Icon {...props} path="M18 8V5H5.5a2 2 0 0 0 0 4M3.5 7v10a2 2 0 0 0 2 2H20V9H5.5M16 14h.5" />
)

/** What many people like now. */
export const TrendIcon = (props: IconProps) => <Icon {...props} path="M3.5 17l6-6 4 4 7-8M15 7h5.5v5.5" />
