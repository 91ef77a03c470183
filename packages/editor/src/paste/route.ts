import { httpUrl, isBlankText, POST_CONTENT_MAX_LENGTH } from '@stoa/contract'
import type { Node as DocumentNode, Slice } from 'prosemirror-model'
import { codeBlock, type Pasted } from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'
import { readMarkdown } from '../markdown/read.ts'
import { cleanHtml } from './clean.ts'
import { OWN_ATTRIBUTE, readOwnSlice } from './copy.ts'
import { isMalformed, parseCopied } from './elements.ts'
import { isMarkdown } from './markdown-signals.ts'

/** What is in the clipboard or dropped. */
export interface Clip {
  html: string
  text: string
  /** What VS Code says of copied text, as JSON; empty if it is from elsewhere. */
  editor: string
  files: readonly { name: string }[]
}

interface Place {
  /** The page's origin. */
  origin: string
  isInCode: boolean
  /** Whether the author asked for text without formatting. */
  isPlain: boolean
}

/** What to do with it. */
export type Plan =
  | { kind: 'nothing' | 'files' | 'tooLong' }
  | { kind: 'own'; slice: Slice; json: string }
  | { kind: 'blocks'; pasted: Pasted }
  /** `converted`: what the text means as Markdown. It may be undone to the text. */
  | { kind: 'text'; text: string; converted: Pasted | null }
  /** `text`: the title, if the clipboard has one. */
  | { kind: 'address'; href: string; text: string }

/** Longer HTML isn't a copied text. */
const HTML_MAX_LENGTH = 4_000_000
const ADDRESS_MAX_LENGTH = 2000
/** Colors and movements of the cursor in terminals. */
const ESCAPES = /\u001b(?:\[[\d;?]{0,40}[a-z]|\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\))/gi
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

export function readClip(data: DataTransfer): Clip {
  return {
    html: data.getData('text/html'),
    text: data.getData('text/plain') || data.getData('text/uri-list').replace(/^#.*$/gm, ''),
    editor: data.getData('vscode-editor-data'),
    files: [...data.files],
  }
}

/** Decides how to paste: our own blocks first, then files alone, then HTML, then text. */
export function planPaste(clip: Clip, { origin, isInCode, isPlain }: Place): Plan {
  const text = plainText(clip.text)
  const isTooLong = text.length > POST_CONTENT_MAX_LENGTH
  const isReadable = clip.html !== '' && clip.html.length <= HTML_MAX_LENGTH && !isMalformed(clip.html)
  const body = isReadable ? parseCopied(clip.html) : null
  if (isInCode || isPlain) {
    const literal = text === '' && body ? plainText(body.textContent) : text
    if (literal === '') return { kind: clip.files.length > 0 ? 'files' : 'nothing' }
    return isTooLong ? { kind: 'tooLong' } : { kind: 'text', text: literal, converted: null }
  }
  const own = body?.querySelector(`[${OWN_ATTRIBUTE}]`)?.getAttribute(OWN_ATTRIBUTE)
  const slice = own ? readOwnSlice(own) : null
  if (own && slice) return { kind: 'own', slice, json: own }
  if (clip.files.length > 0 && isOnlyFiles(clip, body)) return { kind: 'files' }
  if (isTooLong) return { kind: 'tooLong' }
  const fromEditor = planEditorText(clip, text, origin)
  if (fromEditor) return fromEditor
  const address = addressOf(text, body)
  if (address) return address
  const pasted = body ? cleanHtml(body, origin) : null
  // Text that a page shows as it was written, such as a file's source.
  const isSource = pasted?.nodes.every(isBareText) !== false && isMarkdown(text)
  if (pasted && pasted.nodes.length > 0 && !isSource) return { kind: 'blocks', pasted }
  if (pasted && (pasted.pictures.length > 0 || (pasted.files ?? []).length > 0)) return { kind: 'blocks', pasted }
  if (pasted?.lost && isBlankText(text)) return { kind: 'blocks', pasted }
  if (isBlankText(text)) return { kind: clip.html.length > HTML_MAX_LENGTH ? 'tooLong' : 'nothing' }
  return { kind: 'text', text, converted: isMarkdown(text) ? readMarkdown(text, origin) : null }
}

function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(ESCAPES, '').replace(CONTROLS, '')
}

/** Programs add pictures of copied text, and file managers names of copied files. */
function isOnlyFiles({ text, html, files }: Clip, body: HTMLElement | null): boolean {
  if (html !== '' && body) return isBlankText(body.textContent) && body.querySelectorAll('img, table').length <= 1
  const names = new Set(files.map(({ name }) => name))
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return lines.every((line) => line.startsWith('file://') || names.has(line.split(/[/\\]/).at(-1)?.trim() ?? ''))
}

/** Code with its language from VS Code, whose HTML is only colors. One line is text. */
function planEditorText({ editor }: Clip, text: string, origin: string): Plan | null {
  if (editor === '' || text.trim() === '') return null
  const mode = modeOf(editor)
  if (mode === 'markdown') return { kind: 'text', text, converted: readMarkdown(text, origin) }
  if (mode === 'plaintext' || mode === '') return null
  if (!text.trim().includes('\n')) return { kind: 'text', text, converted: null }
  return { kind: 'blocks', pasted: { nodes: [codeBlock(text.replace(/\n+$/, ''), mode)], pictures: [] } }
}

function modeOf(json: string): string {
  try {
    const data: unknown = JSON.parse(json)
    const mode = typeof data === 'object' && data !== null && 'mode' in data ? data.mode : null
    return typeof mode === 'string' ? mode : ''
  } catch {
    return ''
  }
}

/** A single address, or a link that is copied with its title. */
function addressOf(text: string, body: HTMLElement | null): Plan | null {
  const address = text.trim()
  if (address.length > ADDRESS_MAX_LENGTH || !/^https?:\/\/\S+$/i.test(address)) return null
  const href = httpUrl(address)?.href
  if (href === undefined) return null
  const shown = body?.textContent.trim() ?? address
  if (shown === '' || shown === address) return { kind: 'address', href, text: address }
  const links = body?.querySelectorAll('a[href]') ?? []
  const isTitle = links.length === 1 && links[0]?.textContent.trim() === shown
  return isTitle ? { kind: 'address', href, text: shown.replace(/\s+/g, ' ') } : null
}

function isBareText(node: DocumentNode): boolean {
  return node.type === schema.nodes.paragraph && node.content.content.every(({ marks }) => marks.length === 0)
}
