import type { MarkSpec } from 'prosemirror-model'
import { isWebUrl, webUrl } from './attributes.ts'

/** Marks of inline text. Their order is that of the elements in a stored text: a link is the outermost. */
export const marks = {
  link: {
    attrs: { href: webUrl() },
    // What is written after a link isn't part of it.
    inclusive: false,
    toDOM: ({ attrs }) => ['a', { href: attrs.href as string, rel: 'noopener noreferrer' }, 0],
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = element.getAttribute('href')
          return isWebUrl(href) && { href }
        },
      },
    ],
  },
  b: {
    toDOM: () => ['b', 0],
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps everything in `<b style="font-weight:normal">`.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight=400', clearMark: (mark) => mark.type.name === 'b' },
      { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d{2})$/.test(value) && null },
    ],
  },
  i: { toDOM: () => ['i', 0], parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }] },
  u: { toDOM: () => ['u', 0], parseDOM: [{ tag: 'u' }, { style: 'text-decoration=underline' }] },
  s: {
    toDOM: () => ['s', 0],
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
  },
  mark: { toDOM: () => ['mark', 0], parseDOM: [{ tag: 'mark' }] },
  code: { code: true, toDOM: () => ['code', 0], parseDOM: [{ tag: 'code' }] },
} satisfies Record<string, MarkSpec>

export type MarkName = keyof typeof marks
