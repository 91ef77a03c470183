import type { EditorTexts } from './host.ts'

/** What a type of block is called. */
export function kindName(t: EditorTexts['t'], type: string): string {
  switch (type) {
    case 'image':
    case 'simpleImage':
      return t('editor.image')
    case 'video':
    case 'audio':
    case 'embed':
      return t(`editor.${type}`)
    case 'linkTool':
      return t('editor.linkCard')
    case 'paragraph':
      return t('editor.text')
    case 'heading':
    case 'list':
    case 'quote':
    case 'warning':
    case 'delimiter':
    case 'table':
      return t(`editor.${type}`)
    case 'codeBlock':
      return t('editor.codeBlock')
    default:
      return t('editor.block')
  }
}
