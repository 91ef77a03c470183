import { normalizeText } from '@stoa/contract'
import { readJson } from './data-folder.ts'

/** One comment of a talk page in the order of the page. */
export interface TalkComment {
  /** Index in the list. */
  index: number
  author: string
  /** Normalized, as it is stored. */
  text: string
  writtenAt: number
  /** Index of the comment that it replies to; null directly under a heading. */
  parentIndex: number | null
  /** Index of the top-level comment above it; its own for a top-level comment. */
  top: number
}

export interface TalkPage {
  language: string
  isRightToLeft: boolean
  comments: TalkComment[]
  authors: string[]
}

interface Entry {
  id: string
  type: 'heading' | 'comment'
  parent?: string
  author?: string
  timestamp?: string
  text: string
}

/** Parses a talk page's flat list. Headings don't nest comments; ids repeat where a section is under two headings. */
export function readTalkPage(file: string): TalkPage {
  const { lang, dir, items } = readJson(file) as { lang: string; dir: string; items: Entry[] }
  const comments: TalkComment[] = []
  const latest = new Map<string, TalkComment>()
  for (const entry of items) {
    if (entry.type === 'heading') continue
    const parentEntry = latest.get(entry.parent ?? '')
    const index = comments.length
    const comment = {
      index,
      author: entry.author ?? '',
      text: normalizeText(entry.text),
      writtenAt: Date.parse(entry.timestamp ?? ''),
      parentIndex: parentEntry?.index ?? null,
      top: parentEntry?.top ?? index,
    }
    comments.push(comment)
    latest.set(entry.id, comment)
  }
  const authors = [...new Set(comments.map(({ author }) => author))]
  return { language: lang, isRightToLeft: dir === 'rtl', comments, authors }
}
