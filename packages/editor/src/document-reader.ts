import type EditorJS from '@editorjs/editorjs'
import type { DocumentBlock, PostDocument } from '@stoa/contract'
import { blockFromEditor, type EditorBlock, wordsOf } from './block-conversion.ts'

interface Read {
  block: EditorBlock
  documentBlock: DocumentBlock | null
  words: number
}

/** The editor's content at one moment. */
export interface Snapshot {
  document: PostDocument
  /** The same in the format of Editor.js, with empty blocks. */
  blocks: EditorBlock[]
  words: number
}

/**
 * Reads the document from Editor.js. Only changed blocks are read again, as reading two hundred at each pause would
 * delay typing.
 */
export function createDocumentReader(editor: EditorJS, locale: string) {
  const blocksById = new Map<string, Read>()
  const countWords = wordCounter(locale)

  async function readBlock(index: number): Promise<Read | null> {
    const api = editor.blocks.getBlockByIndex(index)
    if (!api) return null
    const before = blocksById.get(api.id)
    if (before) return before
    const saved = await api.save()
    if (!saved) return null
    const { data, tunes } = saved
    // Tools return objects that they modify later.
    const block: EditorBlock = { id: api.id, type: api.name, data: structuredClone(data), tunes: { ...tunes } }
    const documentBlock = blockFromEditor(block)
    const read = { block, documentBlock, words: documentBlock ? countWords(wordsOf(documentBlock)) : 0 }
    blocksById.set(api.id, read)
    return read
  }

  return {
    /** Call when a block may have changed. */
    forget(id: string): void {
      blocksById.delete(id)
    },
    async read(): Promise<Snapshot> {
      const indexes = Array.from({ length: editor.blocks.getBlocksCount() }, (_, index) => index)
      const all = (await Promise.all(indexes.map(readBlock))).filter((one) => one !== null)
      return {
        document: { blocks: all.flatMap(({ documentBlock }) => (documentBlock ? [documentBlock] : [])) },
        blocks: all.map(({ block }) => block),
        words: all.reduce((sum, one) => sum + one.words, 0),
      }
    },
  }
}

function wordCounter(locale: string): (text: string) => number {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return (text) => {
    let count = 0
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1
    return count
  }
}
