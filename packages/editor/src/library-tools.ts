import Delimiter from '@editorjs/delimiter'
import Header from '@editorjs/header'
import InlineCode from '@editorjs/inline-code'
import List from '@editorjs/list'
import Marker from '@editorjs/marker'
import Quote from '@editorjs/quote'
import Underline from '@editorjs/underline'
import Warning from '@editorjs/warning'
import { UNKNOWN_TOOL } from './block-conversion.ts'
import { EmbedTool, LinkCardTool } from './tools/address-tools.ts'
import { AudioTool, VideoTool } from './tools/film-tools.ts'
import { ImageTool } from './tools/image-tool.ts'
import { PollEntry, StrikeTool, UnknownTool } from './tools/small-tools.ts'
import type { StoaToolConfig } from './tools/tool-config.ts'

/** A quote without alignment, which posts don't support. */
class PlainQuote extends Quote {
  override renderSettings() {
    return []
  }
}

/** All tools, by block type. */
export function allTools(config: StoaToolConfig, placeholder: string): Record<string, unknown> {
  const { t } = config
  const block = (tool: unknown, settings: object = {}) => ({
    class: tool,
    inlineToolbar: true,
    config: {},
    ...settings,
  })
  const toolSettings = (tool: unknown) => ({ class: tool, inlineToolbar: true, config })
  return {
    paragraph: { inlineToolbar: true, config: { placeholder, preserveBlank: true } },
    header: block(Header, {
      config: { levels: [1, 2, 3, 4, 5, 6], defaultLevel: 2, placeholder: t('editor.heading') },
    }),
    list: block(List, { config: { defaultStyle: 'unordered', maxLevel: 8 } }),
    quote: block(PlainQuote, {
      config: { quotePlaceholder: t('editor.quote.text'), captionPlaceholder: t('editor.quote.caption') },
    }),
    warning: block(Warning, {
      config: { titlePlaceholder: t('editor.warning.title'), messagePlaceholder: t('editor.warning.message') },
    }),
    image: toolSettings(ImageTool),
    video: toolSettings(VideoTool),
    audio: toolSettings(AudioTool),
    embed: toolSettings(EmbedTool),
    linkTool: toolSettings(LinkCardTool),
    delimiter: block(Delimiter, { inlineToolbar: false }),
    ...(config.onPoll ? { poll: toolSettings(PollEntry) } : {}),
    [UNKNOWN_TOOL]: toolSettings(UnknownTool),
    // The browser's own underlining would remove other marks.
    underline: { class: Underline, shortcut: 'CMD+U' },
    strike: StrikeTool,
    marker: { class: Marker, shortcut: 'CMD+SHIFT+M' },
    inlineCode: { class: InlineCode, shortcut: 'CMD+E' },
  }
}
