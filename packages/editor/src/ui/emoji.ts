import type { Suggestion, SuggestionSource } from '../plugins/suggest.ts'

/** Common emoji by their short names. */
const EMOJI: Readonly<Record<string, string>> = {
  smile: '😄',
  grin: '😁',
  joy: '😂',
  rofl: '🤣',
  wink: '😉',
  blush: '😊',
  heart_eyes: '😍',
  thinking: '🤔',
  neutral_face: '😐',
  sweat_smile: '😅',
  sunglasses: '😎',
  cry: '😢',
  sob: '😭',
  angry: '😠',
  scream: '😱',
  sleeping: '😴',
  shrug: '🤷',
  thumbsup: '👍',
  thumbsdown: '👎',
  clap: '👏',
  wave: '👋',
  pray: '🙏',
  muscle: '💪',
  ok_hand: '👌',
  point_right: '👉',
  eyes: '👀',
  heart: '❤️',
  broken_heart: '💔',
  sparkles: '✨',
  star: '⭐',
  fire: '🔥',
  tada: '🎉',
  rocket: '🚀',
  bulb: '💡',
  warning: '⚠️',
  check: '✅',
  x: '❌',
  question: '❓',
  exclamation: '❗',
  memo: '📝',
  book: '📖',
  calendar: '📅',
  camera: '📷',
  coffee: '☕',
  beer: '🍺',
  pizza: '🍕',
  cake: '🍰',
  sun: '☀️',
  cloud: '☁️',
  rain: '🌧️',
  snowflake: '❄️',
  rainbow: '🌈',
  tree: '🌳',
  flower: '🌸',
  dog: '🐶',
  cat: '🐱',
  bike: '🚲',
  car: '🚗',
  train: '🚆',
  house: '🏠',
  earth: '🌍',
}
const MAX = 8

/** Emoji whose names contain at least two letters after a colon. */
export const emojiSource: SuggestionSource = (query) => {
  const words = query.toLowerCase()
  if (words.length < 2) return []
  const names = Object.keys(EMOJI).filter((name) => name.includes(words))
  const starting = names.filter((name) => name.startsWith(words))
  return [...starting, ...names.filter((name) => !starting.includes(name))].slice(0, MAX).map(
    (name): Suggestion => ({
      id: name,
      label: `${EMOJI[name]} :${name}:`,
      run: (view) => view.dispatch(view.state.tr.insertText(`${EMOJI[name]} `)),
    }),
  )
}
