/** A style sheet that an Editor.js tool injects into the page. */
const INJECTION = /^\(function\(\)\{"use strict";try\{if\(typeof document<"u"\)\{.*css-injected-by-js.*\}\)\(\);$/m
/** The one-line style sheets of its core and its tooltips. */
const SHEETS = /`(?::root\{--selectionColor|\.ct\{z-index)[^`]*`/g

/**
 * Removes the style sheets from Editor.js and its tools: `packages/editor` styles them, and pages refuse style
 * elements. A template, which shows nothing, replaces each style element.
 */
export const withoutEditorStyles = {
  name: 'without-editor-styles',
  transform: {
    order: /** @type {const} */ ('pre'),
    filter: { id: /node_modules\/@editorjs\// },
    /** @param {string} code */
    handler: (code) =>
      code
        .replace(INJECTION, '')
        .replace(SHEETS, '""')
        .replaceAll('createElement("style")', 'createElement("template")')
        .replaceAll('make("style"', 'make("template"'),
  },
}
