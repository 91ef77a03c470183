import type { Translate } from '@stoa/ui'
import type { EditorUploads, LinkMeta } from '../editor-props.ts'
import type { editorMessages } from '../messages.ts'
import type { UnfinishedUploads } from '../unfinished-uploads.ts'

/** Configuration of our tools. */
export interface StoaToolConfig {
  t: Translate<typeof editorMessages>
  locale: string
  uploads: EditorUploads | undefined
  unfinished: UnfinishedUploads | undefined
  linkCard: ((url: string) => Promise<LinkMeta | null>) | undefined
  /** Files for blocks about to be created, by a key in their data. */
  waitingFiles: Map<string, File>
  /** Announces a text to screen readers. */
  announce(text: string): void
  onPoll: (() => void) | undefined
}

/** Takes the file stored for a new block. */
export function takeWaiting(config: StoaToolConfig, data: Record<string, unknown>): File | undefined {
  const { waiting } = data
  if (typeof waiting !== 'string') return undefined
  const file = config.waitingFiles.get(waiting)
  config.waitingFiles.delete(waiting)
  return file
}

/** Stores a file for a block about to be inserted, and returns the block's data. */
export function letWait(config: StoaToolConfig, file: File): { waiting: string } {
  const waiting = `file-${Math.random().toString(36).slice(2)}`
  config.waitingFiles.set(waiting, file)
  return { waiting }
}
