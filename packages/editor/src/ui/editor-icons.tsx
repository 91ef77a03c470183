import { Icon, type IconProps } from '@stoa/ui'

const icon = (path: string, mirrored = false) =>
  function EditorIcon(props: IconProps) {
    return <Icon {...props} path={path} mirrored={mirrored} />
  }

export const BoldIcon = icon('M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z')
export const ItalicIcon = icon('M10 5h7M7 19h7M14 5l-4 14')
export const UnderlineIcon = icon('M7 5v6a5 5 0 0 0 10 0V5M6 20h12')
export const StrikeIcon = icon(
  'M5 12h14M16 7.5C15.5 6 14 5 12 5 9.8 5 8 6.2 8 8.2c0 1 .4 1.7 1 2.3M8 16.5c.5 1.5 2 2.5 4 2.5 2.2 0 4-1.2 4-3.2 0-.7-.2-1.3-.5-1.8',
)
export const HighlightIcon = icon('M9 14l7.5-8.5 3 3L11 16.5H9zM7 16l-2 4h5M4 20h16')
export const CodeIcon = icon('M8.5 7l-5 5 5 5M15.5 7l5 5-5 5')
export const TextIcon = icon('M5 6V5h14v1M12 5v14M9.5 19h5')
export const HeadingIcon = icon('M6 5v14M18 5v14M6 12h12')
export const BulletsIcon = icon('M9.5 6.5H20M9.5 12H20M9.5 17.5H20M5 6.5v.01M5 12v.01M5 17.5v.01', true)
export const NumbersIcon = icon(
  'M10 6.5h10M10 12h10M10 17.5h10M4 5l1.5-.5v5M4 15.5c0-1.4 2.5-1.2 2.5.2 0 1-2.5 2-2.5 3.3h2.5',
  true,
)
export const ChecklistIcon = icon('M11 7h9M11 17h9M3.5 7l1.8 1.8L8.5 5.2M3.5 17l1.8 1.8 3.2-3.6', true)
export const NoteIcon = icon('M4 5h16v14H4zM12 9v4M12 15.5v.01')
export const TableIcon = icon('M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9')
export const DividerIcon = icon('M4 12h16M8 6h8M8 18h8')
export const AudioIcon = icon(
  'M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
)
export const EmbedIcon = icon('M4 5h16v14H4zM10 9l5 3-5 3z')
export const CardIcon = icon('M4 6h16v12H4zM7.5 10h5M7.5 14h3M15.5 10v4')
export const HandleIcon = icon('M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01')
export const BorderIcon = icon('M5 5h14v14H5z')
export const BackgroundIcon = icon('M4 4h16v16H4zM9 9h6v6H9z')
export const StretchedIcon = icon('M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4')
export const ReplaceIcon = icon('M4 9a8 8 0 0 1 14-3l2 2M20 4v4h-4M20 15a8 8 0 0 1-14 3l-2-2M4 20v-4h4')
export const UndoIcon = icon('M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3', true)
export const RedoIcon = icon('M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3', true)
export const IndentIcon = icon('M4 6h16M11 12h9M4 18h16M4 9.5l3 2.5-3 2.5', true)
export const OutdentIcon = icon('M4 6h16M11 12h9M4 18h16M7 9.5L4 12l3 2.5', true)
