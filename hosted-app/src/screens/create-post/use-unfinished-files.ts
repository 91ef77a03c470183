import { createUnfinishedUploads, type UnfinishedUpload, type UnfinishedUploads } from '@stoa/editor'
import { useState, useSyncExternalStore } from 'react'

const NONE: readonly UnfinishedUpload[] = []

/**
 * The files that aren't part of a post yet. They are shown after the first attempt to publish the post, which waits for
 * them.
 */
export function useUnfinished(): {
  uploads: UnfinishedUploads
  visibleFiles: readonly UnfinishedUpload[]
  /** Whether a file is being uploaded, which ends when the page is left. */
  isUploading: boolean
  /** Whether there are none. Otherwise shows them. */
  check: () => boolean
} {
  const [uploads] = useState(createUnfinishedUploads)
  const [isShown, setShown] = useState(false)
  const all = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot, () => NONE)
  if (isShown && all.length === 0) setShown(false)
  return {
    uploads,
    visibleFiles: isShown ? all : NONE,
    isUploading: all.some(({ problem }) => problem === null),
    check() {
      const isFree = uploads.getSnapshot().length === 0
      setShown(!isFree)
      return isFree
    },
  }
}
