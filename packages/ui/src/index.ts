export { afterPaint } from './after-paint.ts'
export { Avatar, type AvatarProps } from './avatar/avatar.tsx'
export { BackToTop } from './back-to-top/back-to-top.tsx'
export { Badge, type BadgeProps } from './badge/badge.tsx'
export { BadgeUntil } from './badge/badge-until.tsx'
export { Banner, type BannerProps } from './banner/banner.tsx'
export { Button, type ButtonLook, type ButtonProps } from './button/button.tsx'
export { ButtonLink, type ButtonLinkProps } from './button/button-link.tsx'
export { Checkbox, type CheckboxProps } from './checkbox/checkbox.tsx'
export { type ChoiceOption, type ChoiceProps, FilterChips, SegmentedControl } from './choice/choice.tsx'
export { CompactNumber, type CompactNumberProps } from './compact-number/compact-number.tsx'
export { Dialog, type DialogProps } from './dialog/dialog.tsx'
export { EmptyState, type EmptyStateProps } from './empty-state/empty-state.tsx'
export type { FieldProps } from './field/field.tsx'
export { type Catalogue, formatMessage, formatToParts } from './i18n/format-message.ts'
export { formatCompact, formatNumber } from './i18n/format-number.ts'
export { durationText, formatDate, formatRelative, relativeUnits, toLocalInput, zoneName } from './i18n/format-time.ts'
export { type I18n, useI18n, useTranslate } from './i18n/i18n-context.ts'
export { I18nProvider, type I18nProviderProps } from './i18n/i18n-provider.tsx'
export { loadTranslations, type TranslationLoaders } from './i18n/load-translations.ts'
export { directionOf, normaliseLocale } from './i18n/locale.ts'
export { translatable } from './i18n/translatable.tsx'
export { createTranslator, type Translate, type TranslatorOptions } from './i18n/translator.ts'
export { useWritten, Written, type WrittenAttributes, WrittenIn } from './i18n/written.tsx'
export { IconButton, type IconButtonProps } from './icon-button/icon-button.tsx'
export { Icon, type IconProps } from './icons/icon.tsx'
export {
  BookmarkIcon,
  CheckIcon,
  ChevronStartIcon,
  CloseIcon,
  CommentIcon,
  EditIcon,
  EyeIcon,
  InfoIcon,
  LinkIcon,
  MoonIcon,
  MoreIcon,
  PlayIcon,
  ReplyIcon,
  ShareIcon,
  SunIcon,
  ThumbDownIcon,
  ThumbUpIcon,
  WarningIcon,
} from './icons/icons.tsx'
export {
  ArrowDownIcon,
  ArrowUpIcon,
  BanIcon,
  BellIcon,
  ChevronDownIcon,
  ChevronEndIcon,
  ChevronUpIcon,
  ClockIcon,
  CoinsIcon,
  CompassIcon,
  ExternalIcon,
  EyeOffIcon,
  FlagIcon,
  GlobeIcon,
  HomeIcon,
  ImageIcon,
  KeyboardIcon,
  LockIcon,
  MailIcon,
  MenuIcon,
  MicrophoneIcon,
  PinIcon,
  PlusIcon,
  PollIcon,
  QuoteIcon,
  SearchIcon,
  SendIcon,
  SettingsIcon,
  ShieldIcon,
  SignOutIcon,
  SmileIcon,
  StackIcon,
  TagIcon,
  TrashIcon,
  TrendIcon,
  UserIcon,
  UsersIcon,
  VideoIcon,
  WalletIcon,
} from './icons/more-icons.tsx'
export { isComposing } from './is-composing.ts'
export { type Lazy, lazy } from './lazy/lazy.ts'
export { type LazyState, useLazy } from './lazy/use-lazy.ts'
export { Link, type LinkProps } from './link/link.tsx'
export { Anchor, LinkProvider, type LinkProviderProps } from './link/link-provider.tsx'
export { isExternalHref, isSafeHref } from './link/safe-href.ts'
export { LoadFailure, type LoadFailureProps } from './load-failure/load-failure.tsx'
export { LoadMore, type LoadMoreProps } from './load-more/load-more.tsx'
export { Menu, type MenuGroup, type MenuItem, type MenuProps } from './menu/menu.tsx'
export { uiMessages } from './messages.ts'
export { Picture, type PictureProps } from './picture/picture.tsx'
export { RadioGroup, type RadioGroupProps, type RadioOption } from './radio-group/radio-group.tsx'
export { RelativeTime, type RelativeTimeProps } from './relative-time/relative-time.tsx'
export { type TimeFormat, timeText, timeTitle } from './relative-time/time-text.ts'
export { useHasCome } from './relative-time/use-has-come.ts'
export { RoleBadge, type RoleBadgeProps } from './role-badge/role-badge.tsx'
export { type RootProps, rootProps } from './root-props/root-props.ts'
export { RulesList, type RulesListProps } from './rules-list/rules-list.tsx'
export { SelectField, type SelectFieldProps } from './select-field/select-field.tsx'
export { shortcutKey, usesKeys } from './shortcut-key/shortcut-key.ts'
export { Skeleton, type SkeletonProps } from './skeleton/skeleton.tsx'
export { Spinner, type SpinnerProps } from './spinner/spinner.tsx'
export { TabLinks, type TabLinksProps } from './tabs/tab-links.tsx'
export { type Tab, Tabs, type TabsProps } from './tabs/tabs.tsx'
export { TextArea, type TextAreaProps } from './text-area/text-area.tsx'
export { TextField, type TextFieldProps } from './text-field/text-field.tsx'
export { ToastRegion, type ToastRegionProps } from './toast/toast-region.tsx'
export { createToasts, type Toast, type Toasts } from './toast/toasts.ts'
export { Tooltip, type TooltipProps } from './tooltip/tooltip.tsx'
export { TopicDot, type TopicDotProps, TopicPill, type TopicPillProps } from './topic/topic.tsx'
export { VisuallyHidden } from './visually-hidden/visually-hidden.tsx'
