/**
 * Which texts a browser loads together: `reader` with every page, `errors` with the first call that the server refuses,
 * the others with the screens that need them. Texts of the server only are in none.
 */
export const PARTS = /** @type {const} */ (['reader', 'member', 'admin', 'errors'])

/** @typedef {(typeof PARTS)[number]} Part */

/** @type {readonly (readonly [RegExp, Part | null])[]} The first pattern that matches a file counts. */
const PLACES = [
  [/^server\//, null],
  [/^packages\/contract\//, 'errors'],
  [
    /\/screens\/(?:network-admin|create-community|moderation|webhooks|cashier)\/|\/screens\/community\/(?:settings|log)\//,
    'admin',
  ],
  [/\/screens\/(?:settings|messages|notifications|create-post|wallet)\/|^packages\/editor\//, 'member'],
  [/./, 'reader'],
]
/** The packages of the widget. */
const WIDGET = /^packages\/(?:comments|embed|login|poll|post-view|reactions|store|ui)\//

/**
 * The parts that hold a text. What every page has is in no other.
 * @param {readonly string[]} files That declare it.
 * @returns {Part[]}
 */
export function partsOf(files) {
  const parts = new Set(files.map((file) => PLACES.find(([pattern]) => pattern.test(file))?.[1] ?? null))
  return parts.has('reader') ? ['reader'] : PARTS.filter((part) => parts.has(part))
}

/** Whether the widget needs a text. @param {readonly string[]} files */
export const isOfWidget = (files) => files.some((file) => WIDGET.test(file))
