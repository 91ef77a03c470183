import type { AttributeSpec, DOMOutputSpec, Node, NodeSpec } from 'prosemirror-model'
import {
  block,
  duration,
  fields,
  flag,
  isFields,
  mediaUrl,
  optionalText,
  pixels,
  text,
  webUrl,
  widths,
} from './attributes.ts'

type Attributes = Record<string, AttributeSpec>

/** Key of an upload that isn't finished. The file's address is null until then. */
const upload = optionalText()
const frame = { stretched: flag(), withBorder: flag() }

const image: Attributes = {
  url: mediaUrl(),
  width: pixels(),
  height: pixels(),
  sizes: widths(),
  placeholder: optionalText(),
  alt: text(),
  ...frame,
  withBackground: flag(),
  upload,
}
const simpleImage: Attributes = {
  url: mediaUrl(),
  width: pixels(),
  height: pixels(),
  ...frame,
  withBackground: flag(),
}
const video: Attributes = {
  url: mediaUrl(),
  /** The poster. */
  image: mediaUrl(),
  mp4Url: mediaUrl(),
  width: pixels(),
  height: pixels(),
  durationMs: duration(),
  captions: mediaUrl(),
  ...frame,
  upload,
}
const audio: Attributes = { url: mediaUrl(), durationMs: duration(), captions: mediaUrl(), upload }
const embed: Attributes = {
  service: text(),
  source: webUrl(),
  embed: optionalText(),
  width: pixels(),
  height: pixels(),
}
const linkTool: Attributes = { link: webUrl(), title: text(), description: text(), image: mediaUrl() }
/** `data` is the stored data of a type that can't be edited here. */
const unknown: Attributes = { name: text(), data: fields() }

/** Pictures, players and cards. Captions are their content; everything else is in attributes. */
export const mediaNodes = {
  image: figure('image', image, ({ url, alt }) => ['img', { src: url ?? '', alt }]),
  simpleImage: figure('simpleImage', simpleImage, ({ url }) => ['img', { src: url ?? '', alt: '' }]),
  video: figure('video', video, ({ url }) => ['video', { src: url ?? '', controls: '' }]),
  audio: figure('audio', audio, ({ url }) => ['audio', { src: url ?? '', controls: '' }]),
  embed: figure('embed', embed, ({ source }) => ['a', { href: source ?? '' }, source ?? '']),
  linkTool: card('linkTool', linkTool, ({ link, title }) => ['a', { href: link ?? '' }, title || (link ?? '')]),
  unknown: card('unknown', unknown, ({ name }) => ['span', name]),
}

/** A block with a caption. */
function figure(name: string, attributes: Attributes, show: (attrs: Node['attrs']) => DOMOutputSpec): NodeSpec {
  return {
    group: 'block',
    content: 'inline*',
    attrs: { ...block, ...attributes },
    isolating: true,
    defining: true,
    toDOM: (node) => ['figure', copied(name, attributes, node), show(node.attrs), ['figcaption', 0]],
    parseDOM: [
      {
        tag: `figure[data-stoa="${name}"]`,
        contentElement: 'figcaption',
        getAttrs: (element) => element.querySelector('figcaption') !== null && pasted(attributes, element),
      },
    ],
  }
}

/** A block without text of its own. */
function card(name: string, attributes: Attributes, show: (attrs: Node['attrs']) => DOMOutputSpec): NodeSpec {
  return {
    group: 'block',
    atom: true,
    attrs: { ...block, ...attributes },
    toDOM: (node) => ['div', copied(name, attributes, node), show(node.attrs)],
    parseDOM: [{ tag: `div[data-stoa="${name}"]`, getAttrs: (element) => pasted(attributes, element) }],
  }
}

/** What copied HTML says of a node: its type, and its attributes as JSON. */
function copied(name: string, attributes: Attributes, node: Node): Record<string, string> {
  const values = Object.keys(attributes).map((key) => [key, node.attrs[key]] as const)
  return { 'data-stoa': name, 'data-attributes': JSON.stringify(Object.fromEntries(values)) }
}

/** Reads what `copied` wrote; false for anything else, as the HTML may come from anywhere. */
function pasted(attributes: Attributes, element: HTMLElement): Record<string, unknown> | false {
  try {
    const values: unknown = JSON.parse(element.getAttribute('data-attributes') ?? '')
    if (!isFields(values)) return false
    const known = Object.keys(attributes).filter((key) => Object.hasOwn(values, key))
    for (const key of known) {
      const { validate } = attributes[key] ?? {}
      if (typeof validate === 'function') validate(values[key])
    }
    return Object.fromEntries(known.map((key) => [key, values[key]]))
  } catch {
    return false
  }
}
