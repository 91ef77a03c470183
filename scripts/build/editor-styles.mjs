/** A style sheet that a tool of Editor.js puts into the page when it is loaded. */
const INJECTION = /^\(function\(\)\{"use strict";try\{if\(typeof document<"u"\)\{.*css-injected-by-js.*\}\)\(\);$/m
/** The sheets of its core and of its tooltips, as the text of one line. */
const SHEETS = /`(?::root\{--selectionColor|\.ct\{z-index)[^`]*`/g

/**
 * Takes the style sheets out of Editor.js and its tools: `packages/editor` dresses them, and pages refuse style elements.
 * What would make such an element makes a template, which shows nothing.
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
