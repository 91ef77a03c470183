import type { Node } from 'prosemirror-model'
import type { EditorTexts } from './host.ts'

type T = EditorTexts['t']

/** What a kind of block is called. */
export function blockName(t: T, { type: { name }, attrs }: Node): string {
  switch (name) {
    case 'paragraph':
      return t('editor.text')
    case 'heading':
      return t('editor.heading.level', { level: attrs.level })
    case 'list':
      return t(`editor.list.${attrs.style as 'ordered' | 'unordered' | 'checklist'}`)
    case 'image':
    case 'simpleImage':
      return t('editor.image')
    case 'linkTool':
      return t('editor.linkCard')
    case 'video':
    case 'audio':
    case 'embed':
    case 'quote':
    case 'warning':
    case 'delimiter':
    case 'table':
    case 'codeBlock':
      return t(`editor.${name}`)
    default:
      return t('editor.block')
  }
}

/** The same with what the block shows, if it is a card. */
export function describedBlock(t: T, node: Node): string {
  const { alt, title, name } = node.attrs
  const about = alt || title || name || ''
  return about === '' ? blockName(t, node) : `${blockName(t, node)}, ${about}`
}
