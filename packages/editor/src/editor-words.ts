import type { I18nConfig } from '@editorjs/editorjs'
import type { Translate } from '@stoa/ui'
import type { editorMessages } from './messages.ts'

type T = Translate<typeof editorMessages>

/** The texts of Editor.js and its tools, by their English keys. */
export function editorWords(t: T, direction: 'ltr' | 'rtl'): I18nConfig {
  const headings = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`Heading ${level}`, t('editor.heading.level', { level })]),
  )
  const link = { 'Add a link': t('editor.link.add'), 'Pasted link is not valid.': t('editor.link.wrong') }
  return {
    direction,
    messages: {
      ui: {
        blockTunes: { toggler: { 'Click to tune': t('editor.settings'), 'or drag to move': '' } },
        inlineToolbar: { converter: { 'Convert to': t('editor.convertTo') } },
        toolbar: { toolbox: { Add: t('editor.add') } },
        popover: {
          Filter: t('editor.search'),
          'Nothing found': t('editor.nothingFound'),
          'Convert to': t('editor.convertTo'),
        },
      },
      toolNames: {
        Text: t('editor.text'),
        Heading: t('editor.heading'),
        'Unordered List': t('editor.list.unordered'),
        'Ordered List': t('editor.list.ordered'),
        Checklist: t('editor.list.checklist'),
        Quote: t('editor.quote'),
        Warning: t('editor.warning'),
        Delimiter: t('editor.delimiter'),
        Image: t('editor.image'),
        Video: t('editor.video'),
        Audio: t('editor.audio'),
        Embed: t('editor.embed'),
        'Link card': t('editor.linkCard'),
        Poll: t('editor.poll'),
        Link: t('editor.link'),
        Bold: t('editor.bold'),
        Italic: t('editor.italic'),
        Underline: t('editor.underline'),
        Strikethrough: t('editor.strike'),
        Marker: t('editor.marker'),
        InlineCode: t('editor.code'),
        'Inline Code': t('editor.code'),
      },
      tools: {
        header: headings,
        list: {
          Unordered: t('editor.list.unordered'),
          Ordered: t('editor.list.ordered'),
          Checklist: t('editor.list.checklist'),
          'Start with': t('editor.list.start'),
          'Counter type': t('editor.list.numbers'),
          Numeric: t('editor.list.numeric'),
          'Lower Roman': t('editor.list.lowerRoman'),
          'Upper Roman': t('editor.list.upperRoman'),
          'Lower Alpha': t('editor.list.lowerAlpha'),
          'Upper Alpha': t('editor.list.upperAlpha'),
        },
        link,
        convertTo: { 'Convert to': t('editor.convertTo') },
      },
      blockTunes: {
        delete: { Delete: t('editor.delete'), 'Click to delete': t('editor.delete.confirm') },
        moveUp: { 'Move up': t('editor.moveUp') },
        moveDown: { 'Move down': t('editor.moveDown') },
      },
    },
  }
}
