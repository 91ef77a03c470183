import { Icon } from '@stoa/ui'

// Icons of the sections of settings, by what they are about. Only settings load them.

const PATHS = {
  start: 'M5 12.5l4.5 4.5L19 7.5',
  general:
    'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  topics: 'M3.5 12V4.500h7.500L20 13.500l-7 7zM7.500 8.500v.01',
  writing: 'M4 20l1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.500 3.500',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  page: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4',
  people:
    'M10 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3.5 20a6.5 6.5 0 0 1 13 0M16 5.500a3.500 3.500 0 0 1 0 6.500M17.500 14.500a6 6 0 0 1 3 5.500',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z',
  star: 'M12 4l2.500 5.200 5.500.8-4 4 1 5.500-5-2.700-5 2.700 1-5.500-4-4 5.500-.8z',
  box: 'M4 5h16v4H4zM5.500 9v10.500h13V9M10 13h4',
  transfer: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0',
  mail: 'M4 6h16v12H4zM4 7.500l8 6 8-6',
  keyboard: 'M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M18 10v.01M8 14h8',
  hidden:
    'M4 4l16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.400-1.200',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z',
  merge: 'M6 4v3c0 4 6 4 6 9v4M18 4v3c0 4-6 4-6 9M8.500 16.500L12 20l3.500-3.500',
  globe:
    'M12 3.5a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM3.500 12h17M12 3.500c5 5 5 12 0 17M12 3.500c-5 5-5 12 0 17',
  chart: 'M4 19h16M5 15l4.500-5 4 3L19 6',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  key: 'M8 8.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12.500h9M18 12.500v3.500',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  money: 'M3.500 6h17v12h-17zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM6.500 12v.01M17.500 12v.01',
  data: 'M12 4v11M7.500 11l4.500 4.500 4.500-4.500M5 20h14',
} as const

export type SettingsIconName = keyof typeof PATHS

/** The icon of a section of settings. */
export function SettingsIcon({ name }: { name: SettingsIconName }) {
  return <Icon size={18} path={PATHS[name]} />
}
