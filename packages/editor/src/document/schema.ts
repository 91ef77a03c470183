import { LIST_START_MAX } from '@stoa/contract'
import { type NodeSpec, Schema } from 'prosemirror-model'
import { block, fields, flag, oneOf, optionalText, stored, text, wholeNumber } from './attributes.ts'
import { marks } from './marks.ts'
import { mediaNodes } from './media-nodes.ts'

/** Numbering styles that HTML supports, and its names for them. */
const COUNTERS = { 'lower-alpha': 'a', 'upper-alpha': 'A', 'lower-roman': 'i', 'upper-roman': 'I' } as const
const LEVELS = [1, 2, 3, 4, 5, 6]

const nodes = {
  doc: {
    content: 'block+',
    attrs: {
      /** Other fields of the stored document, such as its version. */
      fields: fields(),
    },
  },

  paragraph: {
    group: 'block',
    content: 'inline*',
    attrs: block,
    toDOM: () => ['p', 0],
    parseDOM: [{ tag: 'p' }],
  },

  heading: {
    group: 'block',
    content: 'inline*',
    attrs: { ...block, level: wholeNumber(2, [1, 6]) },
    defining: true,
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    parseDOM: LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  },

  /** Nested lists have the style of the outermost one, because a stored block has only one. */
  list: {
    group: 'block',
    content: 'item+',
    attrs: {
      ...block,
      style: oneOf('unordered', 'ordered', 'checklist'),
      /** Null: 1. */
      start: wholeNumber(null, [0, LIST_START_MAX]),
      /** Null: numeric. */
      counterType: optionalText(),
    },
    toDOM({ attrs }) {
      if (attrs.style !== 'ordered') return ['ul', attrs.style === 'checklist' ? { 'data-style': 'checklist' } : {}, 0]
      const type = COUNTERS[attrs.counterType as keyof typeof COUNTERS]
      return ['ol', { ...(attrs.start !== null && { start: attrs.start }), ...(type && { type }) }, 0]
    },
    parseDOM: [
      { tag: 'ul[data-style="checklist"]', attrs: { style: 'checklist' } },
      { tag: 'ul', attrs: { style: 'unordered' } },
      { tag: 'ol', getAttrs: orderedList },
    ],
  },

  item: {
    content: 'paragraph list?',
    selectable: false,
    attrs: {
      checked: flag(),
      /** The stored item from which the node was read, for its unknown fields. */
      origin: stored(),
    },
    defining: true,
    toDOM: ({ attrs }) => ['li', attrs.checked ? { 'data-checked': 'true' } : {}, 0],
    parseDOM: [{ tag: 'li', getAttrs: (element) => ({ checked: element.dataset.checked === 'true' }) }],
  },

  quote: {
    group: 'block',
    content: 'quoteText quoteCaption',
    attrs: block,
    defining: true,
    isolating: true,
    toDOM: () => ['blockquote', 0],
    parseDOM: [{ tag: 'blockquote' }],
  },
  quoteText: part('p', 'blockquote > p'),
  quoteCaption: part('footer', 'blockquote > footer, blockquote > cite'),

  warning: {
    group: 'block',
    content: 'warningTitle warningMessage',
    attrs: block,
    defining: true,
    isolating: true,
    toDOM: () => ['aside', 0],
    parseDOM: [{ tag: 'aside' }],
  },
  warningTitle: part('header', 'aside > header'),
  warningMessage: part('p', 'aside > p'),

  delimiter: { group: 'block', attrs: block, toDOM: () => ['hr'], parseDOM: [{ tag: 'hr' }] },

  codeBlock: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { ...block, language: text() },
    toDOM: ({ attrs }) => ['pre', attrs.language ? { 'data-language': attrs.language } : {}, ['code', 0]],
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (element) => ({ language: languageOf(element) }),
      },
    ],
  },

  /** `prosemirror-tables` finds the nodes of tables by their roles. */
  table: {
    group: 'block',
    content: 'tableRow+',
    tableRole: 'table',
    isolating: true,
    attrs: {
      ...block,
      /** Whether the first row has the headings. */
      withHeadings: flag(),
    },
    toDOM: ({ attrs }) => ['table', attrs.withHeadings ? { 'data-headings': 'true' } : {}, ['tbody', 0]],
    parseDOM: [{ tag: 'table', getAttrs: (element) => ({ withHeadings: hasHeadings(element) }) }],
  },
  tableRow: {
    content: 'tableCell+',
    tableRole: 'row',
    // What is typed between two cells would become a cell.
    allowGapCursor: false,
    selectable: false,
    toDOM: () => ['tr', 0],
    parseDOM: [{ tag: 'tr' }],
  },
  tableCell: {
    content: 'inline*',
    tableRole: 'cell',
    isolating: true,
    selectable: false,
    // A stored table has no merged cells. The package reads these attributes.
    attrs: { colspan: wholeNumber(1, [1, 1]), rowspan: wholeNumber(1, [1, 1]), colwidth: stored() },
    toDOM: () => ['td', 0],
    parseDOM: [{ tag: 'td' }, { tag: 'th' }],
  },

  ...mediaNodes,

  text: { group: 'inline' },

  /** A line break. Becomes a newline where a text turns into code. */
  lineBreak: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    toDOM: () => ['br'],
    parseDOM: [{ tag: 'br' }],
  },
} satisfies Record<string, NodeSpec>

/** What the editor’s documents consist of. It needs no browser. */
export const schema = new Schema({ nodes, marks })

/** A text within a quote or warning. */
function part(tag: string, pasted: string): NodeSpec {
  return {
    content: 'inline*',
    defining: true,
    selectable: false,
    toDOM: () => [tag, 0],
    parseDOM: [{ tag: pasted, priority: 60 }],
  }
}

function orderedList(element: HTMLElement) {
  const start = Number(element.getAttribute('start') ?? 1)
  const type = element.getAttribute('type')
  const counterType = Object.entries(COUNTERS).find(([, name]) => name === type)?.[0] ?? null
  const isValid = Number.isInteger(start) && start >= 0 && start <= LIST_START_MAX
  return { style: 'ordered', start: isValid && start !== 1 ? start : null, counterType }
}

/** From our own attribute, or the class that Markdown programs write. */
function languageOf(pre: HTMLElement): string {
  const className = pre.querySelector('code')?.className ?? ''
  return pre.dataset.language ?? /(?:^|\s)language-(\S+)/.exec(className)?.[1] ?? ''
}

function hasHeadings(table: HTMLElement): boolean {
  const cells = [...(table.querySelector('tr')?.children ?? [])]
  return table.dataset.headings === 'true' || (cells.length > 0 && cells.every(({ tagName }) => tagName === 'TH'))
}
