import { isBlankText } from '@stoa/contract'
import type { Mark, Node } from 'prosemirror-model'
import { schema } from '../document/schema.ts'

interface Part {
  /** Null: a break. */
  text: string | null
  marks: readonly Mark[]
}

/** Collects a paragraph's text as browsers show it: spaces are one, and none at the ends of lines. */
export interface TextParts {
  add(text: string, around: { marks: readonly Mark[]; isPre: boolean }): void
  addBreak(marks: readonly Mark[]): void
  /** Returns the text, and starts the next one. */
  take(): Node[]
}

/** Invisible, and only for the other program's lines. */
const UNWANTED = /[\u00ad\ufeff]/g

export function createText(): TextParts {
  let parts: Part[] = []

  const addBreak = (marks: readonly Mark[]) => {
    trimLine(parts)
    parts.push({ text: null, marks })
  }

  const add = (raw: string, { marks, isPre }: { marks: readonly Mark[]; isPre: boolean }) => {
    const text = raw.replace(UNWANTED, '')
    if (isPre && /[\r\n]/.test(text)) {
      text.split(/\r\n?|\n/).forEach((line, index) => {
        if (index > 0) addBreak(marks)
        if (line !== '') parts.push({ text: line, marks })
      })
      return
    }
    const last = parts.at(-1)
    const collapsed = isPre ? text : text.replace(/[ \t\n\r\f]+/g, ' ')
    const isAfterSpace = !last || last.text === null || last.text.endsWith(' ')
    const added = !isPre && isAfterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (added !== '') parts.push({ text: added, marks })
  }

  const take = () => {
    const taken = parts
    parts = []
    trimEnd(taken)
    const start = taken.findIndex(({ text }) => text !== null && text.trim() !== '')
    const kept = start < 0 ? [] : taken.slice(start)
    if (isBlankText(kept.map(({ text }) => text ?? '').join(''))) return []
    const [first] = kept
    if (first?.text) first.text = first.text.trimStart()
    return kept.map(({ text, marks }) =>
      text === null ? schema.nodes.lineBreak.create(null, null, marks) : schema.text(text, marks),
    )
  }
  return { add, addBreak, take }
}

/** Removes the spaces at the end of a line. */
function trimLine(parts: Part[]): void {
  for (let last = parts.at(-1); last && last.text !== null; last = parts.at(-1)) {
    last.text = last.text.replace(/[ \t]$/, '')
    if (last.text !== '') return
    parts.pop()
  }
}

/** Removes empty lines and spaces at the end. */
function trimEnd(parts: Part[]): void {
  for (let last = parts.at(-1); last; last = parts.at(-1)) {
    last.text = last.text?.trimEnd() ?? ''
    if (last.text !== '') return
    parts.pop()
  }
}
