import type { Translate } from '@stoa/ui'
import type { EditorUploads, LinkMeta } from '../editor-props.ts'
import type { editorMessages } from '../messages.ts'

/** What our own tools are given. */
export interface StoaToolConfig {
  t: Translate<typeof editorMessages>
  locale: string
  uploads: EditorUploads | undefined
  linkCard: ((url: string) => Promise<LinkMeta | null>) | undefined
  /** Files that wait for the block that was made for them, by a key in its data. */
  waitingFiles: Map<string, File>
  /** Says something to people who do not see the page. */
  announce(text: string): void
  onPoll: (() => void) | undefined
}

/** A file that a new block takes from those waiting. */
export function takeWaiting(config: StoaToolConfig, data: Record<string, unknown>): File | undefined {
  const { waiting } = data
  if (typeof waiting !== 'string') return undefined
  const file = config.waitingFiles.get(waiting)
  config.waitingFiles.delete(waiting)
  return file
}

/** Puts a file aside for a block that is about to be inserted, and gives the block's data. */
export function letWait(config: StoaToolConfig, file: File): { waiting: string } {
  const waiting = `file-${Math.random().toString(36).slice(2)}`
  config.waitingFiles.set(waiting, file)
  return { waiting }
}
