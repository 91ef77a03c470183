const icon = (path: string) =>
  `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"></path></svg>`

/** Icons of our tools, as markup, because Editor.js accepts nothing else. */
export const icons = {
  image: icon('M4 5h16v14H4zM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9.5v.01'),
  video: icon('M3.5 6.5h12v11h-12zM15.5 11l5-3v8l-5-3'),
  audio: icon('M9 18V6l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z'),
  embed: icon('M4 5h16v14H4zM10 9l5 3-5 3z'),
  card: icon('M4 6h16v12H4zM7.5 10h5M7.5 14h3M15.5 10v4'),
  poll: icon('M5 20v-7M12 20V4M19 20v-10'),
  unknown: icon('M4 5h16v14H4zM9.5 10a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .7-1 1.4M12 16.5v.01'),
  strike: icon(
    'M5 12h14M16 7.5C15.5 6 14 5 12 5 9.8 5 8 6.2 8 8.2c0 1 .4 1.7 1 2.3M8 16.5c.5 1.5 2 2.5 4 2.5 2.2 0 4-1.2 4-3.2 0-.7-.2-1.3-.5-1.8',
  ),
  border: icon('M5 5h14v14H5z'),
  background: icon('M4 4h16v16H4zM9 9h6v6H9z'),
  stretched: icon('M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4'),
  replace: icon('M4 9a8 8 0 0 1 14-3l2 2M20 4v4h-4M20 15a8 8 0 0 1-14 3l-2-2M4 20v-4h4'),
}
